import { accountsWithoutTeam } from "#app/domain/club/staff/staff.server.ts";
import { joinClub, leaveClub } from "#app/domain/control/accounts/memberships.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Ends the club membership of accounts that are no longer on any team's staff. One may join another team meanwhile,
 * in the club's file, so an account that has a team again afterwards gets the membership back.
 */
export async function endMembershipsWithoutTeam(
  { control, db, club }: ClubFileContext,
  accountIds: readonly string[],
): Promise<void> {
  const leaving = await accountsWithoutTeam(db, accountIds);
  for (const accountId of leaving) await leaveClub(control, accountId, club.code);
  const stillWithout = new Set(await accountsWithoutTeam(db, leaving));
  for (const accountId of leaving) {
    if (!stillWithout.has(accountId)) await joinClub(control, accountId, club.code, now());
  }
}
