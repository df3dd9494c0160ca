import { type MemberRef, markStaffRemoved } from "#app/domain/club/staff/staff.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { endMembershipsWithoutTeam } from "./end-memberships.server.ts";

/**
 * Removes a member from a team, or revokes an invitation, with effect from their next request. A member without
 * another team leaves the club (product.md#staff).
 */
export async function removeStaff(ctx: ClubFileContext, ref: MemberRef): ReturnType<typeof markStaffRemoved> {
  const result = await changeClub(ctx, (tx) => markStaffRemoved(tx, ref));
  if (result.ok && result.member.accountId) await endMembershipsWithoutTeam(ctx, [result.member.accountId]);
  return result;
}
