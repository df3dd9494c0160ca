import type { ClubDb } from "#app/db/club/schema.ts";
import type { ClubTeam } from "./team-match.ts";

/** The club's teams by name, without archived and deleted ones. */
export function clubTeams(db: ClubDb): Promise<ClubTeam[]> {
  return db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "gender", "season"])
    .where("status", "=", "active")
    .orderBy("name")
    .execute();
}
