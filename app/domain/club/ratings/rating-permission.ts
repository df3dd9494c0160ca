import type { RatingsTable } from "#app/db/club/schema.ts";
import { GAME_HOURS, type GamePhase, isRateable, type Timed } from "#app/domain/club/games/games.ts";
import type { ClubUser } from "#app/domain/club/staff/club-user.ts";
import type { Side } from "./ratings.ts";

/** A rater may correct a rating for this long after first giving it (product.md#rating-window). */
export const CORRECTION_HOURS = 48;
/** The whole team sees both ratings this long after a game (product.md#blind). */
export const BLIND_HOURS = 48;
const HOUR = 3_600_000;

/** In whose right a rating is given. */
export type Right = RatingsTable["given_as"];
export const rightName: Record<Right, string> = {
  head: "Head Coach",
  assistant: "Assistant Coach",
  manager: "Team Manager",
  admin: "Club Administrator",
};

/** What the rules ask of a stored version of a rating. */
export type Version = Pick<
  RatingsTable,
  "side" | "score" | "given_by" | "given_by_name" | "given_as" | "given_at" | "superseded_at"
>;

/** A member of a team's staff on the side that they rate. */
export interface Rater {
  accountId: string;
  name: string;
  side: Side;
  as: Exclude<Right, "admin">;
}

export type RateProblem =
  /** Before kick-off, or called off. */
  | "upcoming"
  | "cancelled"
  /** A head coach's rating stands; an assistant's does not replace it. */
  | "head-coach-rated"
  /** Somebody else of the same rank was first. */
  | "rated-by-other"
  /** 48 hours are over. */
  | "correction-over"
  /** An administrator's word stands. */
  | "corrected-by-admin";

/** The rater that a user is on a side of a team, or null where the side is not theirs. */
export function raterOf(user: ClubUser, teamId: string, side: Side): Rater | null {
  const assignment = user.assignments.find((own) => own.teamId === teamId && own.role === side);
  if (!assignment) return null;
  return { accountId: user.accountId, name: user.name, side, as: assignment.coachRole ?? "manager" };
}

/** What a rater may do now: give the side's first rating, replace an assistant's, correct the own one; or why not. */
export type RatingPermission =
  | { may: "give" | "replace" }
  | { may: "correct"; until: Date }
  | { may: "nothing"; problem: RateProblem; by: string };

/**
 * What a rater may do with a game's rating on their side (product.md#rating-window).
 * @param versions of the game, any order; other sides' are left out here
 */
export function ratingPermission(
  rater: Omit<Rater, "name">,
  game: Timed,
  versions: readonly Version[],
  at: Date,
): RatingPermission {
  if (!isRateable(game, at)) {
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

/** 48 hours from the first version that somebody gave on a side: correcting does not prolong them. */
function correctableUntil(ofSide: readonly Version[], accountId: string): Date {
  const own = ofSide.filter((version) => version.given_by === accountId && version.given_as !== "admin");
  return new Date(Math.min(...own.map(({ given_at }) => Date.parse(given_at))) + CORRECTION_HOURS * HOUR);
}

/** Why a rating was not taken, in people's words. */
export function rateProblemLabel(problem: RateProblem, by: string): string {
  const admin = "A club administrator can correct it, with a reason.";
  switch (problem) {
    case "upcoming":
      return "This game has not started yet. You can rate it from kick-off on.";
    case "cancelled":
      return "This game was cancelled, so there is nothing to rate.";
    case "head-coach-rated":
      return `${by}, the head coach, has rated this game. A head coach's rating stands; an assistant's cannot replace it.`;
    case "rated-by-other":
      return `${by} has already given this rating. ${by} can correct it for ${CORRECTION_HOURS} hours. Later, a club administrator can.`;
    case "correction-over":
      return `The ${CORRECTION_HOURS} hours in which you could correct your rating are over. ${admin}`;
    case "corrected-by-admin":
      return `${by}, a club administrator, has corrected this rating. Only an administrator can change it now.`;
  }
}

/** Who looks: administrators see everything, a rater only what blindness allows. */
export interface Viewer {
  accountId: string;
  admin: boolean;
}

/** When everybody of the team sees both ratings of a game: 48 hours after its end. */
export function opensAt(game: Pick<Timed, "starts_at" | "time">): Date {
  const lasts = game.time === null ? 24 : GAME_HOURS;
  return new Date(Date.parse(game.starts_at) + (lasts + BLIND_HOURS) * HOUR);
}

/**
 * Whether somebody sees ratings of a game that others gave: an administrator always; a rater after giving an own
 * one, or once 48 hours after the game have passed (product.md#blind).
 */
export function seesOthers(
  viewer: Viewer,
  game: Pick<Timed, "starts_at" | "time">,
  versions: readonly Pick<Version, "given_by" | "given_as">[],
  at: Date,
): boolean {
  const gave = versions.some(
    ({ given_by, given_as }) => given_by === viewer.accountId && given_as !== "admin",
  );
  return viewer.admin || gave || at >= opensAt(game);
}

/** The words on the button that opens a game's rating, for a game that still lacks the viewer's. */
export function rateLabel(phase: GamePhase): string {
  return phase === "in-progress" ? "Rate During Game" : "Submit Rating";
}

/** A game that is still to come says so; there is nothing to press. */
export const UPCOMING_LABEL = "Upcoming Game";
