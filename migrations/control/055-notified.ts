import { type Kysely, sql } from "kysely";

/** 'Notified' is the word for what people were sent word of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table accounts rename column unused_told_at to unused_notified_at").execute(db);
}
