import { type Kysely, sql } from "kysely";

/**
 * Counts changes of a game's time, place, opponent or status: the SEQUENCE of its calendar event. The trigger counts
 * for every writer, including imports and their undoing; a rating changes none of these columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table games add column sequence integer not null default 0`,
  `create trigger games_sequence
    after update of opponent, date, time, starts_at, location, home_away, status on games
    when old.opponent is not new.opponent or old.date is not new.date or old.time is not new.time
      or old.starts_at is not new.starts_at or old.location is not new.location
      or old.home_away is not new.home_away or old.status is not new.status
    begin
      update games set sequence = old.sequence + 1 where id = new.id;
    end`,
];
