import {
  hourTallies,
  latestScores,
  type ReportOf,
  type ReportTeam,
  type TagRow,
  tagCounts,
  tallies,
} from "#app/domain/club/reports/report.server.ts";
import {
  addUp,
  benchmarkOf,
  type HourTally,
  monthReports,
  teamReports,
} from "#app/domain/club/reports/report.ts";
import { stateTotals } from "#app/domain/control/leaderboard/benchmark.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Which figures of a report are read. */
export interface ReportParts {
  /** Each team's trend. */
  trends: boolean;
  /** What the clubs of the state reach. */
  benchmark: boolean;
  /** What was noted, and at which hour. */
  tags: boolean;
}

/** The figures of a report (product.md#reports). @param teams those that the reader chose from, by name */
export async function reportStats(
  { db, control, club }: Pick<ClubContext, "db" | "control"> & { club: { state: string } },
  { teams, of, parts }: { teams: readonly ReportTeam[]; of: ReportOf; parts: ReportParts },
) {
  const [{ months, halves, agreement }, latest, state, tags, hours] = await Promise.all([
    tallies(db, of),
    parts.trends ? latestScores(db, of) : new Map<string, number[]>(),
    parts.benchmark ? stateTotals(control, club.state) : null,
    parts.tags ? tagCounts(db, of) : ([] as TagRow[]),
    parts.tags ? hourTallies(db, of) : ([] as HourTally[]),
  ]);
  const shown = teams.filter(({ id }) => of.scope === "all" || of.scope.includes(id));
  return {
    total: addUp(months),
    halves,
    teams: teamReports(shown, months, latest),
    months: monthReports(months),
    benchmark: benchmarkOf(state),
    tags,
    hours,
    agreement,
  };
}

export type ReportStats = Awaited<ReturnType<typeof reportStats>>;
