import { type Kysely, sql } from "kysely";

/** Adds ratings and signatures by the day on which they were given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ratings_by_day on ratings (given_at) where superseded_at is null`.execute(db);
  await sql`create index agreements_by_day on agreements (signed_at) where signed_at is not null`.execute(db);
}
