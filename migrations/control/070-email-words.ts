import { type Kysely, sql } from "kysely";

/** Stores emails' words as staff edited them: a draft, the current ones, and former ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table email_words (
    id text primary key, template text not null, variant text not null, number integer not null check (number > 0),
    state text not null check (state in ('draft', 'active', 'former')), words text not null check (json_valid(words)),
    saved_by text not null, saved_at text not null, trouble text, trouble_at text,
    unique (template, variant, number)) strict`,
  `create unique index email_words_active on email_words (template, variant) where state = 'active'`,
  `create unique index email_words_draft on email_words (template, variant) where state = 'draft'`,
];
