import { recordEvent } from "#app/db/outbox.server.ts";
import { addTeam, deleteTeam, editTeam } from "#app/domain/club/teams/teams.server.ts";
import type { TeamFields } from "#app/domain/club/teams/teams.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { dismiss } from "#app/journeys/staff/remove-staff.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Adds a team and shows it on the boards. The same form sent twice is one team. */
export function openTeam(ctx: ClubFileContext, fields: TeamFields): ReturnType<typeof addTeam> {
  return changeClub(ctx, async (tx) => {
    const outcome = await addTeam(tx, fields, now());
    if ("id" in outcome && outcome.added) await recordEvent(tx, { kind: "standing", teamId: outcome.id });
    return outcome;
  });
}

/** Changes a team's settings, here and on the boards. @returns why not, or null. */
export function changeTeam(
  ctx: ClubFileContext,
  teamId: string,
  fields: TeamFields,
): ReturnType<typeof editTeam> {
  return changeClub(ctx, async (tx) => {
    const refused = await editTeam(tx, teamId, fields);
    if (!refused) await recordEvent(tx, { kind: "standing", teamId });
    return refused;
  });
}

/**
 * Deletes a team with its staff and open invitations, and takes it off the boards. Who has no team left leaves
 * the club. Asked twice, it is done once. @returns the team's name, or null where there never was such a team.
 */
export async function closeTeam(ctx: ClubFileContext, teamId: string): Promise<string | null> {
  const deleted = await changeClub(ctx, async (tx) => {
    const outcome = await deleteTeam(tx, teamId, now());
    if (outcome) await recordEvent(tx, { kind: "standing", teamId });
    return outcome;
  });
  if (!deleted) return null;
  await dismiss(ctx, deleted.accountIds);
  return deleted.name;
}
