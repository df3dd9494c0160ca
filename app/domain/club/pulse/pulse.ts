import type { PulseResultsTable, PulseScore } from "#app/db/club/schema.ts";
import { addDays } from "#app/domain/values/days.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

// The rules of product/reports.md#pulse.

export const pulseScores = [1, 2, 3, 4, 5] as const satisfies readonly PulseScore[];
/** Fewest answers with which results are shown. */
export const FEWEST_ANSWERS = 5;
/** Days after which a pulse closes unless the club chooses another day. */
export const USUAL_DAYS = 14;
export const MOST_DAYS = 60;
/** Days after a pulse in which a parent is not asked again. */
export const PAUSE_DAYS = 28;
/** Days for which the dashboard links to the results of a pulse. */
export const PULSE_SHOWN_DAYS = 14;
/** Least share of a team's answers that its results are of. */
const LEAST_SHARE = 0.5;

/** Answer with what counting needs. */
export interface GroupedAnswer {
  score: PulseScore;
  /** The pulse's teams in which its parent has children. */
  teamIds: readonly string[];
}

/** Answers behind each result, as indexes of the list of answers. */
export interface ShownGroups {
  /** All answers; null below the least number. */
  club: readonly number[] | null;
  teams: ReadonlyMap<string, readonly number[]>;
}

/**
 * Returns the groups of answers that may be shown so that each group, and each difference between groups, is about at
 * least 5 answers (product/reports.md#pulse-anonymity).
 *
 * Answers are grouped by their set of teams. A set with 5 answers or more counts for each of its teams; the others
 * count for the club only, and are 5 or more together: otherwise the smallest shown set joins them. So every result is
 * a sum of blocks of 5 answers or more, and so is every difference of results. A team is not shown if fewer than half
 * of its answers are counted this way.
 */
export function shownGroups(answers: readonly GroupedAnswer[]): ShownGroups {
  if (answers.length < FEWEST_ANSWERS) return { club: null, teams: new Map() };
  const sets = new Map<string, { teamIds: readonly string[]; members: number[] }>();
  const ofTeam = new Map<string, number>();
  for (const [index, { teamIds }] of answers.entries()) {
    const sorted = [...new Set(teamIds)].sort();
    for (const id of sorted) ofTeam.set(id, (ofTeam.get(id) ?? 0) + 1);
    const key = JSON.stringify(sorted);
    const set = sets.get(key);
    if (set) set.members.push(index);
    else sets.set(key, { teamIds: sorted, members: [index] });
  }
  const blocks = [...sets.values()]
    .filter(({ teamIds, members }) => teamIds.length > 0 && members.length >= FEWEST_ANSWERS)
    .sort((a, b) => b.members.length - a.members.length);
  let rest = answers.length - blocks.reduce((sum, { members }) => sum + members.length, 0);
  while (rest > 0 && rest < FEWEST_ANSWERS) rest += blocks.pop()?.members.length ?? FEWEST_ANSWERS;
  const teams = new Map<string, number[]>();
  for (const { teamIds, members } of blocks)
    for (const id of teamIds) teams.set(id, [...(teams.get(id) ?? []), ...members]);
  for (const [id, members] of teams)
    if (members.length < (ofTeam.get(id) ?? 0) * LEAST_SHARE) teams.delete(id);
  return { club: answers.map((_, index) => index), teams };
}

/** Number of answers for each score, the lowest first. */
export type Distribution = readonly [number, number, number, number, number];

export function distributionOf(answers: readonly GroupedAnswer[], members: readonly number[]): Distribution {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const index of members) {
    const answer = answers[index];
    if (answer) counts[answer.score - 1] = (counts[answer.score - 1] ?? 0) + 1;
  }
  return counts;
}

export const columnsOf = ([score_1, score_2, score_3, score_4, score_5]: Distribution) => ({
  ...{ score_1, score_2, score_3, score_4, score_5 },
});

export const countsIn = (
  row: Omit<PulseResultsTable, "pulse_id" | "team_id" | "team_name">,
): Distribution => [row.score_1, row.score_2, row.score_3, row.score_4, row.score_5];

/** A group of answers as figures. */
export interface AnswerStats {
  counts: Distribution;
  answers: number;
  /** 1 to 5 */
  mean: number;
}

export function statsOf(counts: Distribution): AnswerStats {
  const answers = counts.reduce((sum, n) => sum + n, 0);
  const points = counts.reduce((sum, n, index) => sum + n * (index + 1), 0);
  return { counts, answers, mean: answers === 0 ? 0 : points / answers };
}

/** Returns parent satisfaction: the mean as a share of the best answer, in percent (product/reports.md#pulse). */
export const satisfactionOf = (mean: number): number => (mean / 5) * 100;

/** Returns the moment a pulse closes: the end of a day on the club's clock. */
export const closingOf = (day: string, timezone: string): Date =>
  new Date(Date.parse(momentOf(addDays(day, 1), null, timezone)) - 1_000);

/** Returns the first and the last day on which a pulse that is sent now may close. */
export function closingDays(at: Date, timezone: string): { first: string; usual: string; last: string } {
  const today = dateAt(at, timezone);
  return { first: addDays(today, 1), usual: addDays(today, USUAL_DAYS), last: addDays(today, MOST_DAYS) };
}

/**
 * Returns when those who have not answered are reminded: after half of the days, at the hour of the sending; null for a
 * pulse of less than two days.
 */
export function reminderOf(sentAt: Date, closesAt: Date): Date | null {
  const days = Math.floor((closesAt.getTime() - sentAt.getTime()) / DAY_MS / 2);
  return days < 1 ? null : new Date(sentAt.getTime() + days * DAY_MS);
}

/** Parents are often asked how a season was once it is over. */
const ASKED_AFTER_DAYS = 14;

/**
 * Returns when a season's pulse was open: on a day of the season or within 14 days after it
 * (product/seasons.md#seasons). One counts that was closed at `openAt` or later, and sent before `sentBefore`.
 */
export const pulseOfSeason = (
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  timezone: string,
): { openAt: string; sentBefore: string } => ({
  openAt: momentOf(startsOn, null, timezone),
  sentBefore: momentOf(addDays(endsOn, ASKED_AFTER_DAYS + 1), null, timezone),
});
