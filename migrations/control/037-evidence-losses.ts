import { type Kysely, sql } from "kysely";

/**
 * Stores where a club's chain of evidence lost records because an older copy of its file was put in place knowingly.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table evidence_losses (
      club_code text not null, kept_seq integer not null, lost_seq integer not null, lost_hash text not null,
      noted_at text not null, primary key (club_code, lost_hash)) strict`)
    .execute(db);
}
