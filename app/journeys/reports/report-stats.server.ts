import {
  type Against,
  hourTallies,
  latestScores,
  type OpponentTally,
  opponentTallies,
  type ReportOf,
  type ReportTeam,
  type TagRow,
  tagCounts,
  tallies,
} from "#app/domain/club/reports/report.server.ts";
import {
  addUp,
  benchmarkOf,
  compared,
  comparedTeams,
  type HourTally,
  monthReports,
  teamReports,
} from "#app/domain/club/reports/report.ts";
import { stateTotals } from "#app/domain/control/leaderboard/benchmark.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Optional parts of a report to read. */
export interface ReportParts {
  /** Each team's trend. */
  trends: boolean;
  /** Results of the clubs of the state. */
  benchmark: boolean;
  /** Tags and hours. */
  tags: boolean;
}

/** Opponents that a team's report names. */
const OPPONENTS_SHOWN = 8;

/**
 * Loads the figures of a report (product/reports.md#reports).
 * @param asked.teams those that the reader chose from, by name
 * @param asked.against the season that it is compared with
 */
export async function reportStats(
  { db, control, club }: Pick<ClubContext, "db" | "control"> & { club: { state: string } },
  {
    teams,
    of,
    against = null,
    parts,
  }: { teams: readonly ReportTeam[]; of: ReportOf; against?: Against | null; parts: ReportParts },
) {
  // Several teams have too many opponents to be informative.
  const ofOne = of.scope !== "all" && of.scope.length === 1;
  const [{ months, halves, agreement, ...other }, latest, state, tags, hours, opponents] = await Promise.all([
    tallies(db, of, against),
    parts.trends ? latestScores(db, of) : new Map<string, number[]>(),
    parts.benchmark ? stateTotals(control, club.state) : null,
    parts.tags ? tagCounts(db, of) : ([] as TagRow[]),
    parts.tags ? hourTallies(db, of) : ([] as HourTally[]),
    parts.tags && ofOne ? opponentTallies(db, of, OPPONENTS_SHOWN) : ([] as OpponentTally[]),
  ]);
  const shown = teams.filter(({ id }) => of.scope === "all" || of.scope.includes(id));
  const total = addUp(months);
  const rows = teamReports(shown, months, latest);
  return {
    total,
    halves,
    teams: rows,
    /** Comparison with the other season: all teams and each. */
    compared: against
      ? { ...compared(total, addUp(other.against)), teams: comparedTeams(rows, other.against) }
      : null,
    opponents,
    months: monthReports(months),
    benchmark: benchmarkOf(state),
    tags,
    hours,
    agreement,
  };
}

export type ReportStats = Awaited<ReturnType<typeof reportStats>>;
