import { type Kysely, sql } from "kysely";

/** Renames 'told' to 'notified'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table accounts rename column unused_told_at to unused_notified_at").execute(db);
}
