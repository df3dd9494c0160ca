import { type Kysely, sql } from "kysely";

/**
 * The boards' indexes carry the team's number. Without it each row found needed a second look-up, and SQLite rather
 * walked all places in their order: it never used them to list a state or a group (docs/decisions/013).
 */
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
