import type { ClubUser } from "../auth/permissions.ts";
import { now } from "../clock.server.ts";
import type { ClubDb, ClubTx } from "../db/club/schema.ts";
import type { ControlDb } from "../db/control/schema.ts";
import type { Rater } from "../domain/club/rating-rules.ts";
import {
  type GivenRating,
  type StoreResult,
  storeCorrection,
  storeRating,
} from "../domain/club/ratings.server.ts";
import type { Side } from "../domain/club/ratings.ts";
import { tell } from "../jobs/club-outbox.server.ts";
import { changeClub } from "./change-club.server.ts";

interface Scene {
  control: ControlDb;
  db: ClubDb;
  club: { code: string };
  user: ClubUser;
}

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
  scene: Scene,
  rater: Rater & { name: string },
  given: GivenRating,
): Promise<StoreResult> {
  return changeClub(scene, async (tx) => tellOf(tx, await storeRating(tx, given, rater, now())));
}

/** Stores an administrator's correction of a side's rating, and tells the same. */
export function correctRating(
  scene: Scene,
  given: GivenRating & { side: Side; correctionReason: string },
): Promise<StoreResult> {
  const { accountId, name } = scene.user;
  return changeClub(scene, async (tx) =>
    tellOf(tx, await storeCorrection(tx, given, { accountId, name }, now())),
  );
}

async function tellOf(tx: ClubTx, result: StoreResult): Promise<StoreResult> {
  if (result.outcome !== "stored") return result;
  await tell(tx, { kind: "standing", teamId: result.teamId });
  if (result.incidentId) await tell(tx, { kind: "incident", incidentId: result.incidentId });
  return result;
}
