import { endOf, type Timed } from "#app/domain/club/games/game-rules.ts";
import type { Version } from "./rating-permission.ts";

/**
 * The whole team sees both ratings this long after a game's end (product.md#blind). `CORRECTION_HOURS` in
 * rating-permission.ts, also 48, is another rule: it runs from a rater's first rating.
 */
export const BLIND_HOURS = 48;
const HOUR = 3_600_000;

/** Who looks at ratings. */
export interface Viewer {
  accountId: string;
  /** Club administrators see everything. */
  admin: boolean;
}

/** The moment from which the whole team sees both ratings of a game. */
export function opensAt(game: Pick<Timed, "starts_at" | "time">): Date {
  return new Date(endOf(game).getTime() + BLIND_HOURS * HOUR);
}

/**
 * Whether a viewer sees the ratings that others gave a game, and its final score: an administrator always, a rater
 * after rating the game or once it has opened (product.md#blind). `seesAllRatings` in blind.server.ts is the same in SQL.
 * @param versions the game's ratings, in any order
 */
export function seesAllRatings(
  viewer: Viewer,
  game: Pick<Timed, "starts_at" | "time">,
  versions: readonly Pick<Version, "given_by" | "given_as">[],
  at: Date,
): boolean {
  const hasRated = versions.some(
    ({ given_by, given_as }) => given_by === viewer.accountId && given_as !== "admin",
  );
  return viewer.admin || hasRated || at >= opensAt(game);
}
