import { type Kysely, sql } from "kysely";

/**
 * Marks entries from before results were sealed, which may show one that is sealed now (product/ratings.md#blind):
 * those with a game are due at once, since that game's day is past, and the jobs process computes them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update standings set changes_at = last_game_date where last_game_date is not null`.execute(db);
}
