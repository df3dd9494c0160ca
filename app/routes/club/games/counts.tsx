import { Fragment } from "react";
import type { GamePhase } from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import type { ScheduleCounts } from "#app/domain/club/games/schedule.server.ts";
import {
  formatMonth,
  type ScheduleFilters,
  scheduleAddress,
} from "#app/domain/club/games/schedule-filters.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";

const phases = Object.keys(phaseName) as GamePhase[];

/** '16 upcoming, 49 completed': each number leads to its games. */
export function PhaseCounts({ counts, filters }: { counts: ScheduleCounts; filters: ScheduleFilters }) {
  const some = phases.filter((phase) => counts[phase] > 0);
  if (some.length === 0) return <>All your teams' games: upcoming, played, and still to rate.</>;
  return (
    <>
      {some.map((phase, index) => (
        <Fragment key={phase}>
          {index > 0 ? ", " : null}
          <a href={scheduleAddress({ ...filters, phase, page: 1 })}>
            {count(counts[phase])} {phaseName[phase].toLowerCase()}
          </a>
        </Fragment>
      ))}
      .
    </>
  );
}

/** How many games the filters leave, and the way back to all. */
export function ShownCount(props: { shown: number; filters: ScheduleFilters; team: string | undefined }) {
  const { shown, filters, team } = props;
  const chosen = [
    filters.phase ? phaseName[filters.phase].toLowerCase() : "",
    team ?? "",
    filters.month ? formatMonth(filters.month) : "",
  ].filter(Boolean);
  return (
    <>
      {pluralize(shown, "game")}
      {chosen.length > 0 ? (
        <>
          : {chosen.join(", ")}. <a href="/schedule">Show all</a>
        </>
      ) : null}
    </>
  );
}
