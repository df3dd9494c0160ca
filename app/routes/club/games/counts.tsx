import { Fragment } from "react";
import type { GamePhase } from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import type { ScheduleCounts } from "#app/domain/club/schedule/schedule.server.ts";
import {
  formatMonth,
  type ScheduleFilters,
  scheduleAddress,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { DaysView } from "./view-data.ts";

const phases = Object.keys(phaseName) as GamePhase[];

/** '16 upcoming, 49 completed': each number leads to the list of its games. */
export function PhaseCounts({ counts, filters }: { counts: ScheduleCounts; filters: ScheduleFilters }) {
  const some = phases.filter((phase) => counts[phase] > 0);
  if (some.length === 0) return <>All your teams' games: upcoming, played, and still to rate.</>;
  return (
    <>
      {some.map((phase, index) => (
        <Fragment key={phase}>
          {index > 0 ? ", " : null}
          <a href={scheduleAddress({ ...filters, view: "list", phase, page: 1 })}>
            {count(counts[phase])} {phaseName[phase].toLowerCase()}
          </a>
        </Fragment>
      ))}
      .
    </>
  );
}

/** How many games the filters leave, and the way back to all. */
export function ShownCount(props: {
  shown: number;
  filters: ScheduleFilters;
  days: DaysView | null;
  team: string | undefined;
}) {
  const { shown, filters, days, team } = props;
  const all = scheduleAddress({ view: filters.view, week: filters.week, month: days ? filters.month : "" });
  const chosen = [
    filters.phase ? phaseName[filters.phase].toLowerCase() : "",
    team ?? "",
    filters.month && !days ? formatMonth(filters.month) : "",
  ].filter(Boolean);
  return (
    <>
      {pluralize(shown, "game")}
      {chosen.length > 0 ? (
        <>
          : {chosen.join(", ")}. <a href={all}>Show all</a>
        </>
      ) : null}
    </>
  );
}
