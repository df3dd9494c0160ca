import type { ClubDb } from "#app/db/club/schema.ts";
import type { SearchedTeam } from "#app/domain/values/platform/searched-team.ts";

/** Loads the ids of all teams that the club's file has, archived and deleted ones too. */
export async function idsOfTeams(db: ClubDb): Promise<string[]> {
  const rows = await db.selectFrom("teams").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Loads what staff can find of some teams: their names and games, without scores and people
 * (product/platform-staff.md#staff-search).
 */
export async function searchedTeams(db: ClubDb, teamIds: readonly string[]): Promise<SearchedTeam[]> {
  const teams = await db
    .selectFrom("teams")
    .select(["id", "name", "age_group", "gender", "season", "status"])
    .where("id", "in", teamIds)
    .orderBy("id")
    .execute();
  const games = await db
    .selectFrom("games")
    .select(["team_id", "date", "opponent"])
    .where("team_id", "in", teamIds)
    .orderBy("team_id")
    .orderBy("starts_at")
    .execute();
  const gamesOf = new Map<string, SearchedTeam["games"]>(teams.map(({ id }) => [id, []]));
  for (const { team_id, date, opponent } of games) gamesOf.get(team_id)?.push({ date, opponent });
  return teams.map(({ id, name, age_group: ageGroup, gender, season, status }) => ({
    ...{ teamId: id, name, ageGroup, gender, season, status },
    games: gamesOf.get(id) ?? [],
  }));
}
