import { inTransaction } from "#app/db/engine.server.ts";
import { type PlacedMember, removeMember, withoutPlace } from "#app/domain/club/staff/staff.server.ts";
import { joinClub, leaveClub } from "#app/domain/control/accounts/memberships.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Takes somebody out of a team, or an invitation back. It holds from the person's next request on; who has no
 * team left leaves the club. Asked twice, it is done once.
 * @returns the member as it was, or null where the team has nobody of that id.
 */
export async function removeStaff(
  ctx: ClubFileContext,
  place: { teamId: string; staffId: string },
): Promise<PlacedMember | null> {
  const member = await inTransaction(ctx.db, (tx) => removeMember(tx, place));
  if (member?.accountId) await dismiss(ctx, [member.accountId]);
  return member;
}

/**
 * Ends the membership of those who have no team left in the club. Somebody may be joining another team at the
 * same moment, in the other file: so it is looked at once more afterwards.
 */
export async function dismiss(
  { control, db, club }: ClubFileContext,
  accountIds: readonly string[],
): Promise<void> {
  const gone = await withoutPlace(db, accountIds);
  for (const accountId of gone) await leaveClub(control, accountId, club.code);
  const still = new Set(await withoutPlace(db, gone));
  for (const accountId of gone) {
    if (!still.has(accountId)) await joinClub(control, accountId, club.code, now());
  }
}
