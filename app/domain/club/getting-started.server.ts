import type { ClubDb } from "../../db/club/schema.ts";

/** What the first steps of a club have led to so far. Each counts what is really there. */
export interface Beginnings {
  teams: number;
  staffJoined: number;
  games: number;
  ratings: number;
}

/** How far a club has come with its first steps, in one query (document 2, 'Dashboard', Getting Started). */
export async function beginnings(db: ClubDb): Promise<Beginnings> {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("teams")
        .select((count) => count.fn.countAll<number>().as("n"))
        .where("deleted_at", "is", null)
        .as("teams"),
      eb
        .selectFrom("staff")
        .select((count) => count.fn.countAll<number>().as("n"))
        .where("status", "=", "active")
        .as("staffJoined"),
      eb
        .selectFrom("games")
        .select((count) => count.fn.countAll<number>().as("n"))
        .as("games"),
      eb
        .selectFrom("ratings")
        .select((count) => count.fn.countAll<number>().as("n"))
        .where("superseded_at", "is", null)
        .as("ratings"),
    ])
    .executeTakeFirstOrThrow()
    .then(({ teams, staffJoined, games, ratings }) => ({
      teams: teams ?? 0,
      staffJoined: staffJoined ?? 0,
      games: games ?? 0,
      ratings: ratings ?? 0,
    }));
}
