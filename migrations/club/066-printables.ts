import { type Kysely, sql } from "kysely";

/** Stores what a club prints on its sheets, and how often each was downloaded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table printable_settings (
    id integer primary key check (id = 1),
    club_name text not null,
    club_logo integer not null check (club_logo in (0, 1)),
    season text not null,
    contact_info text not null,
    website_url text not null,
    changed_at text not null
  ) strict`.execute(db);
  await sql`create table printable_downloads (
    printable text primary key,
    downloads integer not null check (downloads > 0)
  ) strict, without rowid`.execute(db);
}
