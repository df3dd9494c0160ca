import { copyClubProfile } from "#app/domain/control/clubs/clubs.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/** Copies what the platform shows of a club from the club's file to the control database. */
export async function deliverProfile({ control, db, club }: ClubFileContext): Promise<void> {
  const profile = await db.selectFrom("club").select("color").executeTakeFirstOrThrow();
  await copyClubProfile(control, club.code, profile);
}
