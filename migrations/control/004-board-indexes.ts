import { type Kysely, sql } from "kysely";

/** Adds the team's number to the boards' indexes: without it SQLite scanned them whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `drop index board_places_by_group`,
  `drop index board_places_by_state`,
  `drop index board_places_by_state_group`,
  `create index board_places_by_group on board_places (edition, age_group, gender, place, number)`,
  `create index board_places_by_state on board_places (edition, state, place, number)`,
  `create index board_places_by_state_group on board_places (edition, state, age_group, gender, place, number)`,
];
