import type { ClubEvent } from "#app/db/outbox.server.ts";
import { accountsOfTeam, accountsWithoutTeam } from "#app/domain/club/staff/staff.server.ts";
import { joinClub, leaveClub } from "#app/domain/control/accounts/memberships.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Brings the club memberships of a team's staff in line with its status: members without an active team leave the club,
 * and those with one again return (product/teams.md#teams). Idempotent.
 */
export async function deliverTeamAccess(
  ctx: ClubFileContext,
  { teamId }: Extract<ClubEvent, { kind: "team-access" }>,
): Promise<void> {
  const accountIds = await accountsOfTeam(ctx.db, teamId);
  const without = new Set(await accountsWithoutTeam(ctx.db, accountIds));
  for (const accountId of accountIds) {
    if (!without.has(accountId)) await joinClub(ctx.control, accountId, ctx.club.code, now());
  }
  await endMembershipsWithoutTeam(ctx, [...without]);
}

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
