import { requireCareOf } from "#app/auth/guards.server.ts";
import { findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Loads the member of a team's staff that an address names, for those who manage them; undefined if there is none. */
export async function openMember(ctx: ClubContext, params: { teamId?: string; staffId?: string }) {
  const ref = { teamId: params.teamId ?? "", staffId: params.staffId ?? "" };
  const member = await findMemberOfTeam(ctx.db, ref);
  if (!member) return undefined;
  requireCareOf(ctx.user, member);
  return { member, ref };
}
