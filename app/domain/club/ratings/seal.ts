import { endOf, type Timed } from "#app/domain/club/games/game-rules.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import type { Version } from "./rating-permission.ts";
import type { Side } from "./ratings.ts";

/**
 * Most hours after its end for which a game is sealed (product/ratings.md#blind). `CORRECTION_HOURS` in
 * rating-permission.ts, also 48, is another rule: it runs from a rater's first rating.
 */
export const BLIND_HOURS = 48;

export interface Viewer {
  accountId: string;
  /** Club administrators see everything. */
  admin: boolean;
}

/** Viewer without special rights: for boards and other uses without a reader of their own. */
export const EVERYBODY = { admin: false } as const satisfies Pick<Viewer, "admin">;

/** An active member of a team's staff, on the side that they rate. */
export interface TeamRater {
  side: Side;
  accountId: string;
}

/** Returns the moment at which a game is open to everybody, no matter who has rated it. */
export function opensAt(game: Pick<Timed, "starts_at" | "time">): Date {
  return new Date(endOf(game).getTime() + BLIND_HOURS * HOUR_MS);
}

/**
 * Tells whether a game's ratings and its result are sealed (product/ratings.md#blind): one side has rated, the other
 * has not, and a person on that other side can still rate blind, which means before `opensAt` and without having given
 * the rating that stands. `isSealed` in seal.server.ts is the same in SQL.
 * @param versions the game's ratings, in any order
 * @param raters the team's active staff
 */
export function isSealed(
  game: Pick<Timed, "starts_at" | "time">,
  versions: readonly Pick<Version, "side" | "given_by" | "superseded_at">[],
  raters: readonly TeamRater[],
  at: Date,
): boolean {
  const [only, ...more] = versions.filter(({ superseded_at }) => superseded_at === null);
  if (!only || more.length > 0 || at >= opensAt(game)) return false;
  return raters.some(({ side, accountId }) => side !== only.side && accountId !== only.given_by);
}

/** Tells whether a viewer sees a version of a rating: administrators all, others their own, and all of an open game. */
export function seesRating(viewer: Viewer, rating: Pick<Version, "given_by">, sealed: boolean): boolean {
  return !sealed || viewer.admin || rating.given_by === viewer.accountId;
}

/**
 * Tells whether a member of the staff sees the other side's rating before giving one: such a rating is marked
 * (product/ratings.md#rating-window).
 * @param versions the game's ratings before it, in any order
 */
export function seesOtherRating(
  game: Pick<Timed, "starts_at" | "time">,
  versions: readonly Pick<Version, "side" | "given_by" | "superseded_at">[],
  raters: readonly TeamRater[],
  rater: TeamRater & { admin?: boolean },
  at: Date,
): boolean {
  const other = versions.find(({ side, superseded_at }) => side !== rater.side && superseded_at === null);
  const viewer = { accountId: rater.accountId, admin: rater.admin ?? false };
  return other !== undefined && seesRating(viewer, other, isSealed(game, versions, raters, at));
}

/** Tells whether a viewer sees a game's result: administrators always, others once the game is open. */
export function seesResult(viewer: Pick<Viewer, "admin">, sealed: boolean): boolean {
  return !sealed || viewer.admin;
}
