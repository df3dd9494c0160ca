import { type Kysely, sql } from "kysely";

/** Stores the outcome of an invitation's email; null while unknown (product/emails.md#undelivered-mail). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table staff add column delivery text check (delivery in ('delivered', 'delayed', 'bounced', 'complained'))`,
    )
    .execute(db);
}
