import type { Platform } from "#app/db/storage/platform.server.ts";
import { restoreTeamSchema } from "#app/domain/club/teams/forms.server.ts";
import {
  findAnyTeam,
  freeName,
  listDeletedTeams,
  restoreTeam,
  teamContents,
} from "#app/domain/club/teams/team-status.server.ts";
import { openClubSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** A deleted team that comes back: why, and another name where its own is taken. */
export const bringTeamBackSchema = openClubSchema.extend(restoreTeamSchema.shape);

type Files = Pick<Platform, "control" | "clubs">;

/**
 * Returns a club's deleted teams, also those that it cannot restore itself any more (product/support.md#support-tools).
 */
export const deletedTeams = ({ clubs }: Files, clubCode: string) => clubs.use(clubCode, listDeletedTeams);

/** Loads a deleted team with what comes back with it, and a name that is free; undefined for any other team. */
export const deletedTeam = ({ clubs }: Files, clubCode: string, teamId: string) =>
  clubs.use(clubCode, async (db) => {
    const team = await findAnyTeam(db, teamId);
    if (team?.status !== "deleted") return undefined;
    return { team, contents: await teamContents(db, teamId, now()), free: await freeName(db, team) };
  });

/** Brings a team back for its club, however long ago it was deleted. */
export const bringTeamBack = (
  { control, clubs }: Files,
  clubCode: string,
  { teamId, name }: { teamId: string; name?: string },
  staff: { adminId: string; reason: HelpReason },
) =>
  clubs.use(clubCode, (db) =>
    changeClub({ control, db, club: { code: clubCode } }, (tx) =>
      restoreTeam(tx, teamId, name, now(), staff),
    ),
  );
