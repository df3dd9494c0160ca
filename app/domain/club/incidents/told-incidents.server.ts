import type { ClubDb } from "#app/db/club/schema.ts";

/** What the alert of an incident says besides the game; nothing of the private note. */
export interface ToldIncident {
  gameId: string;
  givenAs: "head" | "assistant" | "manager" | "admin";
  /** JSON list of tag names. */
  tags: string;
}

/** The incidents of a list with the ratings that opened them, by id. */
export async function notifiedIncidents(
  db: ClubDb,
  incidentIds: readonly string[],
): Promise<Map<string, ToldIncident>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incidents")
    .innerJoin("ratings", "ratings.id", "incidents.rating_id")
    .select(["incidents.id", "incidents.game_id as gameId", "ratings.given_as as givenAs", "ratings.tags"])
    .where("incidents.id", "in", [...new Set(incidentIds)].slice(0, 1_000))
    .execute();
  return new Map(rows.map(({ id, ...incident }) => [id, incident]));
}

/** The team whose game an incident is about; undefined for an unknown incident. */
export async function incidentTeam(db: ClubDb, incidentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("incidents")
    .innerJoin("games", "games.id", "incidents.game_id")
    .select("games.team_id")
    .where("incidents.id", "=", incidentId)
    .executeTakeFirst();
  return row?.team_id;
}
