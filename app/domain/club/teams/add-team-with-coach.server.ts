import type { ClubTx } from "#app/db/club/schema.ts";
import { inviteStaff } from "#app/domain/club/staff/invitations.server.ts";
import { addTeam } from "./teams.server.ts";
import type { TeamFields } from "./teams.ts";

/**
 * Adds a team and invites its head coach, if there is one, in one transaction; the same form again within two minutes
 * adds and invites nothing (product.md#teams).
 * @param by the name of whoever invites, for the team's history
 */
export async function addTeamWithCoach(
  tx: ClubTx,
  team: TeamFields,
  coach: { name: string; email: string } | null,
  by: string,
): ReturnType<typeof addTeam> {
  const added = await addTeam(tx, team);
  if (!added.ok || !added.isNew || !coach) return added;
  const { teamId } = added;
  const invited = await inviteStaff(tx, { teamId, role: "coach", coachRole: "head", ...coach, by });
  if (!invited.ok) throw new Error(`A new team's coach cannot be invited: ${invited.problem}`);
  return added;
}
