import { markTeamDeleted } from "#app/domain/club/teams/teams.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { endMembershipsWithoutTeam } from "#app/journeys/staff/end-memberships.server.ts";

/**
 * Deletes a team with its staff and pending invitations; it leaves the leaderboard, and members without another team
 * leave the club (product.md#teams).
 */
export async function deleteTeam(
  ctx: ClubFileContext,
  teamId: string,
): Promise<{ ok: true; name: string } | { ok: false; problem: "not-found" }> {
  const deleted = await changeClub(ctx, (tx) => markTeamDeleted(tx, teamId));
  if (!deleted.ok) return deleted;
  await endMembershipsWithoutTeam(ctx, deleted.accountIds);
  return { ok: true, name: deleted.name };
}
