import { type Kysely, sql } from "kysely";

/** Indexes returned emails for staff's lists, of all clubs and of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const columns of ["created_at, id", "club_code, created_at, id"])
    await sql
      .raw(
        `create index mails_came_back_${columns.startsWith("club") ? "of_club" : "in_order"} on mails (${columns})
          where status = 'sent' and delivery in ('bounced', 'complained')`,
      )
      .execute(db);
}
