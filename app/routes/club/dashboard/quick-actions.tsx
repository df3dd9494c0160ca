import { may } from "#app/auth/permissions.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";

/** Links to the pages that the user's role may open. */
export function QuickActions() {
  const { role } = useShell();
  return (
    <>
      <h2>Quick actions</h2>
      <ul className="action-list">
        {actions
          .filter(({ needs }) => may(role, needs))
          .map(({ href, label, hint }) => (
            <li key={href}>
              <a href={href}>{label}</a>
              <span>{hint}</span>
            </li>
          ))}
      </ul>
    </>
  );
}

const actions = [
  { href: "/rating", label: "Rate a game", hint: "How was the sideline?", needs: "ratings.see" },
  { href: "/schedule", label: "Schedule", hint: "Upcoming and played games", needs: "games.see" },
  {
    href: "/schedule/import",
    label: "Import games",
    hint: "From your league's file",
    needs: "games.import",
  },
  { href: "/teams", label: "Teams", hint: "Scores, managers and coaches", needs: "teams.see" },
  {
    href: "/leaderboard",
    label: "Leaderboard",
    hint: "Your state and the nation",
    needs: "leaderboard.see",
  },
] as const;
