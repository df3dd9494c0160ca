import { type Capability, may } from "#app/auth/permissions.ts";
import type { Role } from "#app/domain/club/staff/club-user.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";

interface Shortcut {
  href: string;
  label: string;
  hint: string;
  needs: Capability;
}

const quickActions: Shortcut[] = [
  {
    href: "/mobile-rating",
    label: "Rate Sideline",
    hint: "On the phone, right after the game",
    needs: "ratings.give",
  },
  { href: "/rating", label: "Ratings", hint: "Every game and how it was rated", needs: "ratings.see" },
  { href: "/schedule", label: "Schedule", hint: "By list, week or month", needs: "games.see" },
  {
    href: "/schedule/rained-out",
    label: "Rained-out Day",
    hint: "Cancel or move a day's games at once",
    needs: "games.manage",
  },
  {
    href: "/advanced-import",
    label: "Data Import",
    hint: "Parents or games, from a file",
    needs: "contacts.import",
  },
  { href: "/teams", label: "Teams", hint: "Their managers, coaches and results", needs: "teams.see" },
];

const quickLinks: Shortcut[] = [
  {
    href: "/agreements",
    label: "Agreements",
    hint: "Which parents have signed",
    needs: "agreements.see",
  },
  {
    href: "/rating/waiting",
    label: "Waiting Ratings",
    hint: "Who has not rated yet, and a reminder",
    needs: "ratings.remind",
  },
  { href: "/incidents", label: "Incidents", hint: "Notes, talks and how they ended", needs: "incidents.see" },
  { href: "/leaderboard", label: "Leaderboard", hint: "How your teams compare", needs: "leaderboard.see" },
  {
    href: "/schedule/calendars",
    label: "Calendar Feeds",
    hint: "The games in your own calendar",
    needs: "games.see",
  },
  {
    href: "/club/announcements",
    label: "Club Announcements",
    hint: "One email to everybody who runs a team",
    needs: "club.manage",
  },
  {
    href: "/notifications",
    label: "Notifications",
    hint: "Which emails you get, and when",
    needs: "club.see",
  },
  {
    href: "/club/settings",
    label: "Club Settings",
    hint: "Profile, teams, people, colors",
    needs: "club.manage",
  },
];

/** The ways from the dashboard to what a role does often, and to what else there is. */
export function Shortcuts({ role }: { role: Role }) {
  return (
    <>
      <Group id="quick-actions" title="Quick Actions" shortcuts={quickActions} role={role} />
      <Group id="quick-links" title="Quick Links" shortcuts={quickLinks} role={role} />
    </>
  );
}

function Group(props: { id: string; title: string; shortcuts: readonly Shortcut[]; role: Role }) {
  const { id, title, shortcuts, role } = props;
  const { readOnly } = useShell();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="cards">
        {shortcuts
          .filter(({ needs }) => may(role, needs) && !(readOnly && needs === "ratings.give"))
          .map(({ href, label, hint }) => (
            <li key={href}>
              <a href={href}>{label}</a> <p className="muted small">{hint}</p>
            </li>
          ))}
      </ul>
    </section>
  );
}
