import { type MemberRef, markStaffRemoved } from "#app/domain/club/staff/staff.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/**
 * Removes a member from a team, or revokes an invitation, with effect from their next request. A member without
 * another team leaves the club (product.md#staff).
 * @param by the name of whoever removes them
 */
export function removeStaff(
  ctx: ClubFileContext,
  ref: MemberRef,
  by: string | null = null,
): ReturnType<typeof markStaffRemoved> {
  return changeClub(ctx, (tx) => markStaffRemoved(tx, ref, by));
}
