import type { RatingsTable } from "#app/db/club/schema.ts";
import { isOpenToRate, type Timed } from "#app/domain/club/games/game-rules.ts";
import { type ClubUser, isActing } from "#app/domain/club/staff/club-user.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import type { RatedAs, Side } from "./ratings.ts";

/**
 * Hours in which a rater may correct a rating after first giving it (product/ratings.md#rating-window). `BLIND_HOURS`
 * in seal.ts, also 48, is another rule: it runs from the end of the game.
 */
export const CORRECTION_HOURS = 48;

/** The fields of a rating's version that the rules read. */
export type Version = Pick<
  RatingsTable,
  "side" | "score" | "given_by" | "given_by_name" | "given_as" | "given_at" | "superseded_at"
>;

/** A member of a team's staff on the side that they rate. */
export interface Rater {
  accountId: string;
  name: string;
  side: Side;
  as: Exclude<RatedAs, "admin">;
  /** Administers the club as well, and so sees both sides' ratings. */
  admin?: boolean;
}

export type RateProblem =
  | "upcoming"
  | "cancelled"
  /** An assistant's rating does not replace a head coach's. */
  | "head-coach-rated"
  /** Another rater of the same rank rated first. */
  | "rated-by-other"
  /** The 48 hours for a correction are over. */
  | "correction-over"
  /** An administrator's correction is final. */
  | "corrected-by-admin";

/** Returns the user as rater for one side of a team; null if they have no role on that side. */
export function raterOf(user: ClubUser, teamId: string, side: Side): Rater | null {
  const assignment = user.assignments.find((own) => own.teamId === teamId && own.role === side);
  if (!assignment || isActing(user)) return null;
  const { accountId, name, role } = user;
  return { accountId, name, side, as: assignment.coachRole ?? "manager", admin: role === "club_admin" };
}

/** Give the side's first rating, replace an assistant's, correct one's own; or nothing, with the reason. */
export type RatingPermission =
  | { may: "give" | "replace" }
  | { may: "correct"; until: Date }
  | { may: "nothing"; problem: RateProblem; by: string };

/**
 * Decides what a rater may do with their side's rating of a game (product/ratings.md#rating-window).
 * @param versions the game's versions of both sides, in any order
 */
export function ratingPermission(
  rater: Omit<Rater, "name">,
  game: Timed,
  versions: readonly Version[],
  at: Date,
): RatingPermission {
  if (!isOpenToRate(game, at)) {
    return { may: "nothing", problem: game.status === "cancelled" ? "cancelled" : "upcoming", by: "" };
  }
  const ofSide = versions.filter(({ side }) => side === rater.side);
  const current = ofSide.find(({ superseded_at }) => superseded_at === null);
  if (!current) return { may: "give" };
  const by = current.given_by_name;
  if (current.given_as === "admin") return { may: "nothing", problem: "corrected-by-admin", by };
  if (current.given_by === rater.accountId) {
    const until = correctableUntil(ofSide, rater.accountId);
    return at < until ? { may: "correct", until } : { may: "nothing", problem: "correction-over", by };
  }
  if (rater.as === "head" && current.given_as === "assistant") return { may: "replace" };
  const headFirst = rater.as === "assistant" && current.given_as === "head";
  return { may: "nothing", problem: headFirst ? "head-coach-rated" : "rated-by-other", by };
}

/** Returns when a rater's corrections end: 48 hours after their first version, whatever they corrected since. */
function correctableUntil(ofSide: readonly Version[], accountId: string): Date {
  const own = ofSide.filter((version) => version.given_by === accountId && version.given_as !== "admin");
  return new Date(Math.min(...own.map(({ given_at }) => Date.parse(given_at))) + CORRECTION_HOURS * HOUR_MS);
}
