import { type Kysely, sql } from "kysely";

/** Renames 'told' to 'notified'; indexes rename their columns automatically. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table told_results rename to notified_results`,
  `alter table notified_results rename column told_at to notified_at`,
  `alter table told_ranks rename to notified_ranks`,
  `alter table notified_ranks rename column told_at to notified_at`,
  `alter table game_reminders rename column told to notified_of`,
  `alter table game_reminders rename column told_at to notified_at`,
];
