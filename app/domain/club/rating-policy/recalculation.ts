import type { PolicyChangesTable, RatingPolicy } from "#app/db/club/schema.ts";
import type { Agreement, Score } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import { averageOf } from "#app/domain/club/stats/stats.ts";

/** A game's result, and the policy that made it; both null while it is pending. */
export interface Result {
  score: Score | null;
  agreement: Agreement;
  policy: RatingPolicy | null;
}

/** Rated game with what a change of the policy reads. */
export interface RatedResult {
  id: string;
  teamId: string;
  /** True if it counts in its team's stats (product/games.md#game-status). */
  counts: boolean;
  manager: Score | null;
  coach: Score | null;
  result: Result;
}

/** `open`: games not yet final. `all`: final ones are recalculated too. */
export type Scope = PolicyChangesTable["scope"];
export const scopes = ["open", "all"] as const satisfies readonly Scope[];

export interface ResultChange {
  gameId: string;
  teamId: string;
  before: Result;
  after: Result;
}

/**
 * Returns the results that a policy would make anew (product/ratings.md#changing-the-policy), in the order of the
 * games. A result that would be the same, made by the same policy, is left out.
 */
export function recalculationPlan(
  games: readonly RatedResult[],
  policy: RatingPolicy,
  scope: Scope,
): ResultChange[] {
  return games.flatMap(({ id, teamId, manager, coach, result: before }) => {
    if (scope === "open" && before.score !== null) return [];
    const { finalScore, agreement } = reconcile(policy, manager, coach);
    const after = { score: finalScore, agreement, policy: finalScore === null ? null : policy };
    return sameResult(before, after) ? [] : [{ gameId: id, teamId, before, after }];
  });
}

export const sameResult = (one: Result, other: Result) =>
  one.score === other.score && one.agreement === other.agreement && one.policy === other.policy;

/** Tells whether a change gives the game another score, rather than only another origin. */
export const changesScore = ({ before, after }: ResultChange) => before.score !== after.score;

/** Counts the games that go from one score to another, worst first: 0, 10, 20, then pending. */
export function countMoves(
  changes: readonly ResultChange[],
): { from: Score | null; to: Score | null; games: number }[] {
  const order = [0, 10, 20, null] as const;
  return order
    .flatMap((from) => order.map((to) => ({ from, to })))
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => ({
      from,
      to,
      games: changes.filter(({ before, after }) => before.score === from && after.score === to).length,
    }))
    .filter(({ games }) => games > 0);
}

/** Returns the averages, before and after, of the teams that have a game with another score; null without a score. */
export function changedAverages(
  games: readonly RatedResult[],
  changes: readonly ResultChange[],
): { teamId: string; before: number | null; after: number | null }[] {
  const after = new Map(changes.filter(changesScore).map((change) => [change.gameId, change.after.score]));
  const teams = new Set(changes.filter(changesScore).map(({ teamId }) => teamId));
  const sums = new Map([...teams].map((teamId) => [teamId, { before: nothing(), after: nothing() }]));
  for (const { id, teamId, counts, result } of games) {
    const sum = sums.get(teamId);
    if (!sum || !counts) continue;
    add(sum.before, result.score);
    add(sum.after, after.has(id) ? (after.get(id) ?? null) : result.score);
  }
  return [...sums].map(([teamId, { before, after }]) => ({
    teamId,
    before: averageOf(before.total, before.rated),
    after: averageOf(after.total, after.rated),
  }));
}

const nothing = () => ({ total: 0, rated: 0 });

function add(sum: { total: number; rated: number }, score: Score | null): void {
  if (score === null) return;
  sum.total += score;
  sum.rated += 1;
}
