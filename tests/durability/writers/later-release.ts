import { type Kysely, type Migration, sql } from "kysely";
import { migrations as today } from "#migrations/club/index.ts";

/** Builds a migration of a future release that rewrites every row, slow enough to be killed midway. */
const rewrite = (column: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`alter table teams add column ${sql.ref(column)} text not null default ''`.execute(db);
    await sql`update teams set ${sql.ref(column)} = name || description`.execute(db);
  },
});

export const COLUMNS = ["first_later", "second_later", "third_later"];

export const migrations: Record<string, Migration> = {
  ...today,
  ...Object.fromEntries(COLUMNS.map((column, n) => [`90${n + 1}-${column}`, rewrite(column)])),
};
