import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { TeamCard } from "#app/routes/club/teams/cards.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import type { GameOnPage } from "./season.ts";

interface Task {
  href: string;
  label: string;
  why: string;
}

/** What waits for the viewer about a team, the most urgent first; nothing where nothing waits. */
export function TeamWork(props: { card: TeamCard; season: readonly GameOnPage[] }) {
  const { readOnly } = useShell();
  const tasks = props.card.appoints ? tasksOfClub(props.card, props.season) : tasksOfStaff(props.season);
  if (tasks.length === 0 || readOnly) return null;
  return (
    <section aria-labelledby="work">
      <h2 id="work">What waits</h2>
      <ul className="action-list">
        {tasks.map((task) => (
          <li key={task.href}>
            <a href={task.href}>{task.label}</a> <span>{task.why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_GAMES = 3;

const tasksOfStaff = (season: readonly GameOnPage[]): Task[] =>
  season
    .filter(({ waits }) => waits)
    .toReversed()
    .slice(0, MOST_GAMES)
    .map((game) => ({
      href: href("/mobile-rating", { game: game.id }),
      label: `Rate ${game.opponent}`,
      why: game.day,
    }));

function tasksOfClub(card: TeamCard, season: readonly GameOnPage[]): Task[] {
  const { id, manager, staff } = card;
  const incidents = season
    .filter(({ incident }) => incident === "open")
    .map((game) => ({
      href: href("/rating/:gameId/incident", { gameId: game.id }),
      label: `Incident: ${game.opponent}`,
      why: `${game.day}, still open`,
    }));
  const missing = [
    ...(manager ? [] : [{ role: "manager", label: "Invite a manager", why: "The team has none" }]),
    ...(staff.some(({ role }) => role === "coach")
      ? []
      : [{ role: "coach", label: "Invite a coach", why: "The team has none" }]),
  ].map(({ role, label, why }) => ({
    href: href("/teams/:teamId/invite", { teamId: id, role }),
    label,
    why,
  }));
  const unrated = season.filter(({ waits }) => waits).length;
  const games =
    unrated === 0
      ? []
      : [
          {
            href: href("/rating", { show: "to-rate", team: id }),
            label: `${pluralize(unrated, "game")} without a final score`,
            why: "See who has not rated",
          },
        ];
  return [...incidents, ...missing, ...games];
}
