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
          .map(({ href, label, words }) => (
            <li key={href}>
              <a href={href}>{label}</a>
              <span>{words}</span>
            </li>
          ))}
      </ul>
    </>
  );
}

const actions = [
  { href: "/rating", label: "Rate a game", words: "How was the sideline?", needs: "ratings.see" },
  { href: "/schedule", label: "Schedule", words: "Upcoming and played games", needs: "games.see" },
  {
    href: "/schedule/import",
    label: "Import games",
    words: "From your league's file",
    needs: "games.import",
  },
  { href: "/teams", label: "Teams", words: "Scores, managers and coaches", needs: "teams.see" },
  {
    href: "/leaderboard",
    label: "Leaderboard",
    words: "Your state and the nation",
    needs: "leaderboard.see",
  },
] as const;
