import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
} from "kysely";
import type pg from "pg";
import { migrations as club } from "#migrations/club/index.ts";
import { migrations as control } from "#migrations/control/index.ts";
import { migrations as start } from "#migrations/postgres/index.ts";
import { kyselyOver, openMemory } from "../file-engine.server.ts";
import { migrate } from "../migrate.server.ts";
import { OurPostgresCompiler } from "./query-compiler.server.ts";
import { NOT_SHARED, readSchema, type SchemaName, statementsBetween } from "./schema-of-files.server.ts";

/** A migration of the files; `postgres` replaces it on PostgreSQL where one statement cannot serve both engines. */
export type SharedMigration = Migration & { postgres?: string };

/** The last migrations that migrations/postgres wrote out by hand: later ones run on both engines as written. */
const WRITTEN_BY_HAND: Record<SchemaName, string> = {
  control: "078-mails-that-came-back",
  club: "084-change-stamp",
};

type Lists = Record<SchemaName, Record<string, SharedMigration>>;
const LISTS: Lists = { control, club };

const laterNames = (lists: Lists, schema: SchemaName): string[] => {
  const names = Object.keys(lists[schema]);
  return names.slice(names.indexOf(WRITTEN_BY_HAND[schema]) + 1);
};

/** The names of all migrations on PostgreSQL, in their order: `005-moving`, then `control/080-…`, then `club/085-…`. */
export const postgresMigrations: readonly string[] = [
  ...Object.keys(start),
  ...(["control", "club"] as const).flatMap((schema) =>
    laterNames(LISTS, schema).map((name) => `${schema}/${name}`),
  ),
];

/** Changes of the schema, then changes of rows, which are made club by club. */
export interface Statements {
  schema: string;
  rows: Pick<CompiledQuery, "sql" | "parameters">[];
}

/**
 * Says each migration of the files that is later than the hand-written start in PostgreSQL's words: it is run on a file
 * in memory, whose catalog before and after gives the tables, columns and indexes.
 * @throws where a migration needs a `postgres` of its own
 */
export async function sharedMigrations(lists: Lists = LISTS): Promise<Map<string, Statements>> {
  const found = new Map<string, Statements>();
  for (const schema of ["control", "club"] as const) {
    const later = laterNames(lists, schema);
    const file = openMemory();
    const db = kyselyOver<Record<string, never>>(file);
    try {
      const applied = Object.entries(lists[schema]).filter(([name]) => !later.includes(name));
      await migrate(db, Object.fromEntries(applied));
      let before = readSchema(file, schema, schema);
      for (const name of later) {
        const migration = lists[schema][name] as SharedMigration;
        applied.push([name, migration]);
        await migrate(db, Object.fromEntries(applied));
        const after = readSchema(file, schema, schema);
        try {
          found.set(`${schema}/${name}`, {
            schema: migration.postgres ?? statementsBetween(schema, before, after).join(";\n"),
            rows: migration.postgres === undefined ? await rowChanges(migration) : [],
          });
        } catch (error) {
          throw new Error(`migrations/${schema}/${name}: ${error instanceof Error ? error.message : error}`);
        }
        before = after;
      }
    } finally {
      await db.destroy();
    }
  }
  return found;
}

/** Loads the statements of a migration that change rows, compiled for PostgreSQL. */
async function rowChanges(migration: Migration): Promise<Statements["rows"]> {
  const statements: CompiledQuery[] = [];
  const recorder = new Kysely<unknown>({
    log: ({ query }) => void statements.push(query),
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new OurPostgresCompiler(),
    },
  });
  await migration.up(recorder);
  const rows = statements.filter(({ sql }) => !/^\s*(create|alter|drop)\b/i.test(sql));
  for (const { sql } of rows)
    if (
      !/^\s*(insert|update|delete)\b/i.test(sql) ||
      NOT_SHARED.test(sql.replaceAll(/'(?:[^']|'')*'|"\w+"/g, ""))
    )
      throw new Error(`"${sql}": say it in the migration's own "postgres"`);
  return rows;
}

/** Runs one migration in the transaction that `client` is in. */
export async function applyOnPostgres(
  client: pg.PoolClient,
  name: string,
  shared: Map<string, Statements>,
): Promise<void> {
  const statements = shared.get(name) ?? { schema: start[name] ?? "", rows: [] };
  const schema = name.startsWith("club/") ? "club" : "control";
  if (shared.has(name)) await client.query(`set local search_path = ${schema}, public`);
  await client.query(statements.schema);
  if (statements.rows.length === 0) return;
  const clubs =
    schema === "club"
      ? (await client.query<{ club_code: string }>("select club_code from club.stored_clubs")).rows
      : [null];
  for (const one of clubs) {
    if (one) await client.query("select set_config('goodside.club', $1, true)", [one.club_code]);
    for (const { sql, parameters } of statements.rows) await client.query(sql, [...parameters]);
  }
}
