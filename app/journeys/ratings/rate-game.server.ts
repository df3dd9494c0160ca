import type { ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type { Rater } from "#app/domain/club/ratings/rating-permission.ts";
import {
  type GivenRating,
  type StoreResult,
  storeCorrection,
  storeRating,
} from "#app/domain/club/ratings/ratings.server.ts";
import type { Side } from "#app/domain/club/ratings/ratings.ts";
import type { ClubUser } from "#app/domain/club/staff/club-user.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext, ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** The right in which somebody rates on a side of a team, or null where it is not theirs. */
export function raterOf(user: ClubUser, teamId: string, side: Side): (Rater & { name: string }) | null {
  const own = user.assignments.find(({ teamId: team, role }) => team === teamId && role === side);
  return own ? { accountId: user.accountId, name: user.name, side, as: own.coachRole ?? "manager" } : null;
}

/**
 * Stores a rating by one of the team's staff and tells the boards, and the administrators where it is a 0. It is
 * stored before this returns; the same form twice, also at the same time, is one rating.
 */
export function rateGame(
  ctx: ClubFileContext & Pick<ClubContext, "user">,
  rater: Rater & { name: string },
  given: GivenRating,
): Promise<StoreResult> {
  return changeClub(ctx, async (tx) => tellOf(tx, await storeRating(tx, given, rater, now())));
}

/** Stores an administrator's correction of a side's rating, and tells the same. */
export function correctRating(
  ctx: ClubFileContext & Pick<ClubContext, "user">,
  given: GivenRating & { side: Side; correctionReason: string },
): Promise<StoreResult> {
  const { accountId, name } = ctx.user;
  return changeClub(ctx, async (tx) =>
    tellOf(tx, await storeCorrection(tx, given, { accountId, name }, now())),
  );
}

async function tellOf(tx: ClubTx, result: StoreResult): Promise<StoreResult> {
  if (result.outcome !== "stored") return result;
  await recordEvent(tx, { kind: "standing", teamId: result.teamId });
  if (result.incidentId) await recordEvent(tx, { kind: "incident", incidentId: result.incidentId });
  return result;
}
