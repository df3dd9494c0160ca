import { type Kysely, sql } from "kysely";

/** Adds an account's lite mode, and indexes for everything that belongs to a person's address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table accounts add column lite_since text`,
  `create index mails_of_address on mails (to_address, created_at)`,
  `create index admin_invitations_by_email on admin_invitations (email)`,
  `create index link_tokens_by_email on link_tokens (email)`,
  `create index contact_messages_by_email on contact_messages (email)`,
];
