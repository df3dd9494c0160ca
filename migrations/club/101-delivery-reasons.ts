import { type Kysely, sql } from "kysely";

/** Stores why an email did not arrive, beside its outcome. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["staff", "contacts"])
    await sql`alter table ${sql.table(table)} add column delivery_reason text`.execute(db);
}
