import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { SqliteFile } from "#app/db/sqlite.server.ts";

/**
 * Tables without the app's handles: for tests that read every table, whatever its name, or write rows that the app
 * refuses. On both engines: `?` is a parameter.
 */
export interface RawTables {
  /** 'control', or the club's code. */
  readonly name: string;
  all<Row = Record<string, unknown>>(sql: string, ...bound: unknown[]): Promise<Row[]>;
  run(sql: string, ...bound: unknown[]): Promise<void>;
  /** Lists the tables with stored data: without the list of migrations, and indexes of words only on request. */
  tables(options?: { indexes?: boolean }): Promise<string[]>;
  /** Lists columns in the order of a club's file. */
  columns(table: string): Promise<RawColumn[]>;
  /** Runs `work`, whose rows need not fit the tables' constraints. */
  unchecked<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface RawColumn {
  name: string;
  type: "text" | "number" | "bytes";
  /** True if it must be given: neither nullable nor with a default. */
  needed: boolean;
  inKey: boolean;
  /** Value that its own check accepts, if it has one; known for PostgreSQL. */
  sample: string | number | null;
  /** Referenced table and its key; known for PostgreSQL. */
  refersTo: { table: string; column: string } | null;
}

/** Opens the control tables, or (with a code) those of a club, of a world's platform. */
export async function rawTables(dataDir: string, code: string | null): Promise<RawTables> {
  const url = process.env.DATABASE_URL;
  if (url) return rowsIn(url, code);
  return fileAt(join(dataDir, code === null ? "control.sqlite" : `clubs/${code}.sqlite`), code ?? "control");
}

/** Writes once the database is free: this process's work after an answer continues meanwhile. */
export async function whenFree(write: () => unknown): Promise<void> {
  for (let tries = 5_000; ; tries -= 1)
    try {
      write();
      return;
    } catch (error) {
      if (tries === 0 || (error as { code?: string }).code !== "SQLITE_BUSY") throw error;
      await setTimeout(1);
    }
}

function fileAt(path: string, name: string): RawTables {
  const file = new SqliteFile(path, { timeout: 0 });
  return {
    name,
    all: async <Row>(sql: string, ...bound: unknown[]) => file.prepare(sql).all(...bound) as Row[],
    run: (sql, ...bound) =>
      whenFree(() => (bound.length === 0 ? file.exec(sql) : file.prepare(sql).run(...bound))),
    tables: async ({ indexes = false } = {}) =>
      file
        .prepare(
          `select name from sqlite_master as t where type = 'table' and sql not like 'create virtual%'
            and name not like 'sqlite%' and name not like 'kysely%' and name <> 'change_stamp'
            and (? or not exists (select 1 from sqlite_master as i where i.sql like 'create virtual%'
              and t.name like i.name || '\\_%' escape '\\')) order by name`,
        )
        .pluck()
        .all(indexes ? 1 : 0) as string[],
    columns: async (table) => {
      const info = file.pragma(`table_info("${table}")`) as {
        name: string;
        type: string;
        notnull: number;
        pk: number;
      }[];
      return info.map(({ name, type, notnull, pk }) => ({
        name,
        type: type.toLowerCase() === "text" ? "text" : type.toLowerCase() === "blob" ? "bytes" : "number",
        needed: notnull === 1,
        inKey: pk > 0,
        sample: null,
        refersTo: null,
      }));
    },
    unchecked: async (work) => {
      file.pragma("foreign_keys = off");
      file.pragma("ignore_check_constraints = on");
      try {
        return await work();
      } finally {
        file.pragma("foreign_keys = on");
        file.pragma("ignore_check_constraints = off");
      }
    },
    close: async () => void file.close(),
  };
}

/** Returns one of a check's words or numbers from 1. */
const sampleOf = (check: string): string | number | null =>
  /ARRAY\['([^']+)'/.exec(check)?.[1] ?? (/(> 0|= 1)\)/.test(check) ? 1 : null);

async function rowsIn(url: string, code: string | null): Promise<RawTables> {
  const schema = code === null ? "control" : "club";
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema},public` });
  await client.connect();
  if (code !== null) await client.query("select set_config('goodside.club', $1, false)", [code]);
  // Read before they are dropped.
  const { rows: checks } = await client.query<{ name: string; check: string }>(
    `select conrelid::regclass || '.' || attname as name, pg_get_constraintdef(c.oid) as check
      from pg_constraint as c join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where connamespace = $1::regnamespace and contype = 'c' and cardinality(conkey) = 1`,
    [schema],
  );
  const { rows: references } = await client.query<{ name: string; table: string; column: string }>(
    `select conrelid::regclass || '.' || own.attname as name, confrelid::regclass::text as table,
        other.attname as column
      from pg_constraint
      join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[cardinality(conkey)]
      join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[cardinality(confkey)]
      where connamespace = $1::regnamespace and contype = 'f'`,
    [schema],
  );
  const samples = new Map(checks.map(({ name, check }) => [name, sampleOf(check)]));
  const ask = async (sql: string, bound: unknown[]) => {
    let count = 0;
    const text = sql.replace(/\?/g, () => {
      count += 1;
      return `$${count}`;
    });
    return (await client.query(text, bound)).rows;
  };
  return {
    name: code ?? "control",
    all: (sql, ...bound) => ask(sql, bound) as never,
    run: async (sql, ...bound) => void (await ask(sql, bound)),
    tables: async ({ indexes = false } = {}) => {
      const { rows } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.tables as t where table_schema = $1
          and table_type = 'BASE TABLE' and table_name not in ('stored_clubs', 'changes')
          and ($2 or not exists (select 1 from information_schema.columns as c
            where c.table_schema = t.table_schema and c.table_name = t.table_name and c.is_generated = 'ALWAYS'))
          order by 1`,
        [schema, indexes],
      );
      return rows.map(({ name }) => name);
    },
    columns: async (table) => {
      const { rows } = await client.query<{ name: string; type: string; needed: boolean; in_key: boolean }>(
        `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as needed,
            exists (select 1 from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey))
              as in_key
          from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
            and attname not in (${code === null ? "''" : "'club_code', 'rowid'"}) order by attnum`,
        [`${schema}.${table}`],
      );
      return rows.map(({ name, type, needed, in_key }) => ({
        name,
        type: type === "text" ? "text" : type === "bytea" ? "bytes" : "number",
        needed,
        inKey: in_key,
        refersTo: references.find((one) => one.name === `${table}.${name}`) ?? null,
        sample: samples.get(`${table}.${name}`) ?? null,
      }));
    },
    // Triggers stay, because search follows the rows by them.
    unchecked: async (work) => {
      const { rows } = await client.query<{ drop: string; add: string }>(
        `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname,
              regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '')) as add
          from pg_constraint where connamespace = $1::regnamespace and contype in ('c', 'f')`,
        [schema],
      );
      await client.query(rows.map(({ drop }) => drop).join(";"));
      try {
        return await work();
      } finally {
        await client.query(rows.map(({ add }) => add).join(";"));
      }
    },
    close: () => client.end(),
  };
}
