import type { Migration } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kyselyOver, openMemory, type RawFile } from "#app/db/file-engine.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { openPool } from "#app/db/postgres/pool.server.ts";
import { createTable, readSchema, type SchemaName } from "#app/db/postgres/schema-of-files.server.ts";
import { migrations as clubMigrations } from "#migrations/club/index.ts";
import { migrations as controlMigrations } from "#migrations/control/index.ts";
import { ownDatabase } from "#tests/support/own-database.ts";

/**
 * The two engines have one schema: what the migrations make of a file is written down for PostgreSQL, in a schema beside
 * the one that PostgreSQL's migrations make, and its catalog has to say the same of both.
 */

/** Objects that only one engine has: the text indexes, and how PostgreSQL knows clubs, changes and an order. */
const ONLY_IN_POSTGRES: Record<SchemaName, RegExp> = {
  control:
    /^(index |trigger )?(changes|leaderboard_words|search_(clubs|users|teams|games)_words)(_by_lexeme)?\b/,
  club: /^(stored_clubs\b|outbox: rowid\b|index outbox_by_row\b|trigger stored_clubs\b)/,
};
/** Text indexes are kept by triggers where they are tables of their own; a file's stamp is a view in PostgreSQL. */
const ONLY_IN_FILES: Record<SchemaName, RegExp> = {
  control: /^change_stamp\b/,
  club: /^(change_stamp\b|trigger search_(people|places)_(added|removed)\b)/,
};

let database: Awaited<ReturnType<typeof ownDatabase>>;
let pool: pg.Pool;
type Queries = Pick<pg.PoolClient, "query">;
const files = { control: openMemory(), club: openMemory() };

beforeAll(async () => {
  const made: [SchemaName, Record<string, Migration>][] = [
    ["control", controlMigrations],
    ["club", clubMigrations],
  ];
  database = await ownDatabase();
  pool = openPool(database?.url ?? "", "control");
  for (const [name, migrations] of made) {
    await migrate(kyselyOver<Record<string, never>>(files[name]), migrations);
    await pool.query(`create schema files_${name}; ${definitions(files[name], name).join("\n")}`);
  }
});
afterAll(async () => {
  await pool.end();
  await database?.drop();
});

/** Converts a file's schema to statements for PostgreSQL. */
function definitions(file: RawFile, schema: SchemaName): string[] {
  const target = `files_${schema}`;
  const { tables, indexes, triggers } = readSchema(file, schema, target);
  return [
    ...[...tables].map(([name, table]) => createTable(schema, target, name, table)),
    ...[...tables].flatMap(([name, { references }]) =>
      references.map((reference) => `alter table ${target}.${name} ${reference}`),
    ),
    ...indexes.values(),
    ...[...triggers].map(
      ([name, table]) =>
        `create trigger ${name} before insert on ${target}.${table} execute function suppress_redundant_updates_trigger()`,
    ),
  ].map((statement) => `${statement};`);
}

/** Loads a line for everything that a schema of PostgreSQL has. */
async function catalogOf(client: Queries, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with tables as (
       select oid, relname from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind = 'r')
     select format('%s: %s %s%s%s', relname, attname, format_type(atttypid, atttypmod),
         case when attnotnull then ' not null' else '' end,
         coalesce(' default ' || pg_get_expr(adbin, adrelid), '')) as line
       from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
       left join pg_attrdef on adrelid = tables.oid and adnum = attnum
     union all
     select format('%s %s', relname, pg_get_constraintdef(pg_constraint.oid))
       from tables join pg_constraint on conrelid = tables.oid where contype in ('c', 'f', 'p', 'u')
     union all
     select format('index %s', substr(pg_get_indexdef(indexrelid), strpos(pg_get_indexdef(indexrelid), 'INDEX ') + 6) ||
         case when indisunique then ' unique' else '' end)
       from tables join pg_index on indrelid = tables.oid
       where not exists (select 1 from pg_constraint where conindid = indexrelid)
     union all
     select format('trigger %s on %s', tgname, relname) from tables join pg_trigger on tgrelid = tables.oid
       where not tgisinternal`,
    [schema],
  );
  return rows.map(({ line }) => line.replaceAll(`${schema}.`, "")).sort();
}

async function differences(client: Queries, schema: SchemaName): Promise<string[]> {
  const files = await catalogOf(client, `files_${schema}`);
  const rows = await catalogOf(client, schema);
  expect(files.length).toBeGreaterThan(300);
  return [
    ...files
      .filter((line) => !rows.includes(line) && !ONLY_IN_FILES[schema].test(line))
      .map((line) => `only in files: ${line}`),
    ...rows
      .filter((line) => !files.includes(line) && !ONLY_IN_POSTGRES[schema].test(line))
      .map((line) => `only in PostgreSQL: ${line}`),
  ];
}

test.each(["control", "club"] as const)("%s is the same in both engines", async (schema) => {
  expect(await differences(pool, schema)).toEqual([]);
});

test.each([
  ["a table", "create table club.more (id text)"],
  ["a column", "alter table club.teams add column more text"],
  ["a type", "alter table club.teams alter column player_count type integer"],
  ["not null", "alter table club.teams alter column description drop not null"],
  ["a default", "alter table club.teams alter column status set default 'archived'"],
  ["a check", "alter table club.teams drop constraint teams_gender_check"],
  ["a primary key", "alter table club.notified_ranks drop constraint notified_ranks_pkey"],
  ["a unique key", "alter table club.contacts drop constraint contacts_club_code_email_key_key"],
  [
    "what a reference does",
    `alter table club.notified_ranks drop constraint notified_ranks_club_code_team_id_fkey,
       add foreign key (club_code, team_id) references club.teams (club_code, id)`,
  ],
  ["an index", "drop index club.staff_by_email"],
  [
    "an index's condition",
    "drop index club.outbox_open; create index outbox_open on club.outbox (club_code, created_at)",
  ],
  ["a trigger", "drop trigger ratings_given on club.ratings"],
])("it is noticed where %s differs", async (_, statement) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    expect((await differences(client, "club")).length).toBeGreaterThan(0);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
