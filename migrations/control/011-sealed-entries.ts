import { type Kysely, sql } from "kysely";

const DAYS = 5;

/**
 * Entries written before results were sealed may show one that is sealed now (product.md#blind): those with a game of
 * the last days are due, and the jobs process computes them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const now = new Date();
  const since = new Date(now.getTime() - DAYS * 86_400_000).toISOString().slice(0, 10);
  await sql`update standings set changes_at = ${now.toISOString()} where last_game_date >= ${since}`.execute(
    db,
  );
}
