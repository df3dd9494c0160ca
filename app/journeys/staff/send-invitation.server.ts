import type { ClubTx } from "#app/db/club/schema.ts";
import { withinDailyLimit } from "#app/domain/control/staff/daily-limit.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/**
 * Carries out `invite` (inviteStaff or resendInvitation), whose mail goes out after the commit, unless the club has
 * sent its daily number of invitations (product.md#invitations).
 */
export function sendInvitation<Result extends { ok: boolean }>(
  ctx: ClubFileContext,
  invite: (tx: ClubTx) => Promise<Result>,
): Promise<Result | { ok: false; problem: "daily-limit" }> {
  return withinDailyLimit(ctx.control, ctx.club.code, () => changeClub(ctx, invite));
}
