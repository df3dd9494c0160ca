import { may } from "#app/auth/permissions.ts";
import type { ScheduleFilters } from "#app/domain/club/schedule/schedule-filters.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";

/** Why the schedule is empty, and what the user can do about it. */
export function NoGames(props: { filters: ScheduleFilters; filtered: boolean; teams: number }) {
  const { role } = useShell();
  if (props.filtered || props.filters.page > 1) {
    return (
      <Empty title="No games here" action={<ButtonLink href="/schedule">Show all games</ButtonLink>}>
        <p>No games match these filters. Try another team, status or month.</p>
      </Empty>
    );
  }
  if (props.teams === 0) {
    const action = may(role, "teams.manage") ? <ButtonLink href="/teams/new">Add a team</ButtonLink> : null;
    return (
      <Empty title="No teams yet" action={action}>
        <p>Add your first team to start the schedule.</p>
      </Empty>
    );
  }
  const action = may(role, "games.import") ? (
    <ButtonLink href="/schedule/import">Import a schedule file</ButtonLink>
  ) : may(role, "games.manage") ? (
    <ButtonLink href="/schedule/new">Add a game</ButtonLink>
  ) : null;
  return (
    <Empty title="No games yet" action={action}>
      <p>
        {may(role, "games.manage")
          ? "Add games one by one, or import the whole season from a file."
          : "Your club's games appear here as soon as they are scheduled."}
      </p>
    </Empty>
  );
}
