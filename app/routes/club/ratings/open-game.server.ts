import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import {
  decidesLabel,
  rateProblemLabel,
  SAW_OTHER_LABEL,
  sideName,
} from "#app/domain/club/ratings/labels.ts";
import {
  type RatingPermission,
  raterOf,
  ratingPermission,
} from "#app/domain/club/ratings/rating-permission.ts";
import type { ViewContext } from "#app/domain/club/ratings/rating-view.ts";
import {
  findRatedGame,
  type RatedGame,
  ratingVersions,
  type StoredRating,
} from "#app/domain/club/ratings/ratings.server.ts";
import { type Side, sides } from "#app/domain/club/ratings/ratings.ts";
import { teamRaters } from "#app/domain/club/ratings/seal.server.ts";
import { isSealed } from "#app/domain/club/ratings/seal.ts";
import { ratingSides, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { ratedAsName } from "#app/domain/club/staff/labels.ts";
import { incidentTags, supportiveTags } from "#app/domain/values/rating-tags.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext, ClubOrSupportContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Opens a game that the user may see: 404 if the club has no such game, 403 for another team's. */
export async function openGame(
  ctx: ClubOrSupportContext,
  gameId: string | null | undefined,
): Promise<RatedGame> {
  const game = gameId ? await findRatedGame(ctx.db, gameId) : undefined;
  if (!game) throw notFound();
  requireTeam(ctx.user, game.team_id);
  return game;
}

/** Opens the game with every version of its ratings, and whether it is sealed (product/ratings.md#blind). */
export async function openRatings(ctx: ClubOrSupportContext, gameId: string | null | undefined) {
  const game = await openGame(ctx, gameId);
  const [versions, raters] = await Promise.all([
    ratingVersions(ctx.db, game.id),
    teamRaters(ctx.db, { teamId: game.team_id }),
  ]);
  return { game: { ...game, sealed: isSealed(game, versions, raters, now()) }, versions };
}

/** Returns the viewer of a club's ratings, with time and time zone. */
export function viewContext({ user, club }: Pick<ClubOrSupportContext, "user" | "club">): ViewContext {
  return { viewer: viewerOf(user), timezone: club.timezone, at: now() };
}

export const asSide = (text: string | null): Side | null => sides.find((side) => side === text) ?? null;

/** Opens the game with the side's current rating; 404 if there is none to correct. */
export async function openSideRating(ctx: ClubContext, params: { gameId?: string; side?: string }) {
  const side = asSide(params.side ?? null);
  const { game, versions } = await openRatings(ctx, params.gameId);
  const current = versions.find((version) => version.side === side && version.superseded_at === null);
  if (!side || !current) throw notFound();
  return { game, versions, side, current };
}

/** Returns what a user may do with a game now, and the values of their form; null for administrators. */
export function ownForm(
  ctx: ClubOrSupportContext,
  game: RatedGame,
  versions: readonly StoredRating[],
  wanted: Side | null,
) {
  const { user, club } = ctx;
  const at = now();
  const options = ratingSides(user, game.team_id).flatMap((side) => {
    const rater = raterOf(user, game.team_id, side);
    return rater ? [{ rater, permission: ratingPermission(rater, game, versions, at) }] : [];
  });
  const option =
    options.find(({ rater }) => rater.side === wanted) ??
    options.find(({ permission }) => permission.may === "give" || permission.may === "replace") ??
    options[0];
  if (!option) return null;
  const { rater, permission } = option;
  const other = options.find(({ rater: { side } }) => side !== rater.side)?.rater.side;
  const otherSide = rater.side === "coach" ? "manager" : "coach";
  const own = versions.find(
    ({ side, superseded_at, given_by }) =>
      side === rater.side && superseded_at === null && given_by === user.accountId,
  );
  return {
    side: rater.side,
    as: ratedAsName[rater.as],
    other: other ? { side: other, name: sideName[other] } : null,
    may: permission.may,
    notice:
      permissionLabel(permission, club.timezone) + markNotice(permission, hasRated(versions, otherSide)),
    decides: decidesLabel(game.final_policy ?? game.policy, rater.side, hasRated(versions, otherSide)),
    filled: own ? filledWith(own) : null,
    submission: newId(),
  };
}

const hasRated = (versions: readonly StoredRating[], side: Side) =>
  versions.some((version) => version.side === side && version.superseded_at === null);

export type OwnForm = NonNullable<ReturnType<typeof ownForm>>;

/** Returns the values that a correction starts from. */
export function filledWith(rating: StoredRating) {
  const ticked = (tags: readonly { name: string }[]) =>
    tags.map(({ name }) => name).filter((name) => rating.tags.includes(name));
  return {
    score: rating.score,
    happened: ticked(incidentTags),
    supportive: ticked(supportiveTags),
    reason: rating.reason,
    version: rating.id,
  };
}

export type Filled = ReturnType<typeof filledWith>;

/** Warns a user who can see the other side's rating, before they change their own. */
function markNotice({ may }: RatingPermission, otherHasRated: boolean): string {
  if (!otherHasRated || (may !== "correct" && may !== "replace")) return "";
  return ` The change is marked '${SAW_OTHER_LABEL.toLowerCase()}'.`;
}

function permissionLabel(permission: RatingPermission, timezone: string): string {
  switch (permission.may) {
    case "give":
      return "";
    case "replace":
      return "An assistant coach has rated this game. As the head coach you can replace that rating with yours.";
    case "correct":
      return `You can correct your rating until ${formatMoment(permission.until.toISOString(), timezone)}.`;
    case "nothing":
      return rateProblemLabel(permission.problem, permission.by);
  }
}
