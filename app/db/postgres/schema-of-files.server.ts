import type { RawFile } from "../file-engine.server.ts";

export type SchemaName = "control" | "club";

/** One table of a file, in PostgreSQL's words. */
interface Table {
  columns: Map<string, string>;
  /** The file's own statement. */
  sql: string;
  /** Primary key, unique keys and checks. */
  rules: string[];
  /** Foreign keys, as the end of an `alter table`. */
  references: string[];
}

/** The schema of a file, in PostgreSQL's words; every key of a club's table begins with the club. */
export interface Schema {
  tables: Map<string, Table>;
  /** `create index` statements and `create trigger` statements, by name. */
  indexes: Map<string, string>;
  triggers: Map<string, string>;
}

const TYPES: Record<string, string> = {
  TEXT: "text",
  INTEGER: "bigint",
  REAL: "double precision",
  BLOB: "bytea",
};

const CLUB_COLUMN = "club_code text not null default current_setting('goodside.club')";

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  pk: number;
}
interface Reference {
  id: number;
  table: string;
  from: string;
  to: string | null;
  on_delete: string;
  on_update: string;
}

/** Reads the catalog of a migrated file. @param target the schema of PostgreSQL that the statements name */
export function readSchema(file: RawFile, schema: SchemaName, target: string): Schema {
  const own = schema === "club" ? ["club_code"] : [];
  const list = (names: string[]) => `(${[...own, ...names].join(", ")})`;
  const columnsOf = (table: string) => file.pragma(`table_info('${table}')`) as Column[];
  const keyOf = (table: string) =>
    columnsOf(table)
      .filter(({ pk }) => pk > 0)
      .sort((one, other) => one.pk - other.pk)
      .map(({ name }) => name);
  const uniquesOf = (table: string) =>
    (file.pragma(`index_list('${table}')`) as { name: string; origin: string }[])
      .filter(({ origin }) => origin === "u")
      .map((index) => file.pragma(`index_info('${index.name}')`) as { name: string }[])
      .map((columns) => `unique ${list(columns.map(({ name }) => name))}`);
  const referencesOf = (table: string) => {
    const parts = file.pragma(`foreign_key_list('${table}')`) as Reference[];
    return [...new Set(parts.map(({ id }) => id))].map((id) => {
      const ones = parts.filter((part) => part.id === id);
      const [one] = ones as [Reference];
      const from = ones.map((part) => part.from);
      const to = ones.map((part, index) => part.to ?? keyOf(one.table)[index] ?? "");
      // The club stays when the other column is emptied.
      const only = one.on_delete === "SET NULL" && own.length > 0 ? ` (${from.join(", ")})` : "";
      return `add foreign key ${list(from)} references ${target}.${one.table} ${list(to)}
        on delete ${one.on_delete}${only} on update ${one.on_update}`;
    });
  };
  const tables = new Map(
    tablesOf(file).map(({ name, sql }): [string, Table] => {
      const columns = columnsOf(name).map((column): [string, string] => {
        const filled = column.dflt_value === null ? "" : ` default ${column.dflt_value}`;
        return [column.name, `${TYPES[column.type]}${column.notnull ? " not null" : ""}${filled}`];
      });
      const rules = [`primary key ${list(keyOf(name))}`, ...uniquesOf(name), ...checksOf(sql)];
      return [name, { columns: new Map(columns), sql, rules, references: referencesOf(name) }];
    }),
  );
  const named = (type: string) =>
    file
      .prepare("select name, tbl_name as owner, sql from sqlite_master where type = ? and sql is not null")
      .all(type) as { name: string; owner: string; sql: string }[];
  const indexes = named("index").map(({ name, sql }): [string, string] => [
    name,
    sql.replace(
      /\bon (\w+)\s*\(/i,
      (_, table) => `on ${target}.${table} (${own.map((one) => `${one}, `).join("")}`,
    ),
  ]);
  const triggers = named("trigger").map(({ name, owner }): [string, string] => [name, owner]);
  return { tables, indexes: new Map(indexes), triggers: new Map(triggers) };
}

/** Creates every table of a schema, without its indexes and triggers. */
export const createTable = (schema: SchemaName, target: string, name: string, { columns, rules }: Table) =>
  `create table ${target}.${name} (${[
    ...(schema === "club" ? [CLUB_COLUMN] : []),
    ...[...columns].map(([column, type]) => `${column} ${type}`),
    ...rules,
  ].join(", ")})`;

/**
 * Turns what a migration changed in a file into statements for PostgreSQL.
 * @throws where SQLite's catalog alone cannot say it: the migration then exports a `postgres` of its own
 */
export function statementsBetween(schema: SchemaName, before: Schema, after: Schema): string[] {
  const made: string[] = [];
  const refuse = (what: string): never => {
    throw new Error(`${what}: say it in the migration's own "postgres"`);
  };
  if (added(before.triggers, after.triggers).length + added(after.triggers, before.triggers).length > 0)
    refuse("A trigger");
  for (const [name] of added(after.indexes, before.indexes)) made.push(`drop index ${schema}.${name}`);
  for (const [name] of added(after.tables, before.tables)) made.push(`drop table ${schema}.${name}`);
  const references: string[] = [];
  for (const [name, table] of after.tables) {
    const old = before.tables.get(name);
    const known = old?.references ?? [];
    references.push(
      ...table.references
        .filter((one) => !known.includes(one))
        .map((one) => `alter table ${schema}.${name} ${one}`),
    );
    if (!old) {
      if (NOT_SHARED.test(table.sql)) refuse(`"${table.sql}"`);
      made.push(createTable(schema, schema, name, table), ...(schema === "club" ? ownRowsOnly(name) : []));
      continue;
    }
    const change = (what: string) => made.push(`alter table ${schema}.${name} ${what}`);
    for (const [column, type] of table.columns) {
      const was = old.columns.get(column);
      if (was === undefined) change(`add column ${column} ${type}`);
      else if (was !== type) refuse(`The type of ${name}.${column}`);
    }
    for (const [column] of added(table.columns, old.columns)) change(`drop column ${column}`);
    for (const rule of table.rules) {
      if (old.rules.includes(rule)) continue;
      if (!rule.startsWith("check ")) refuse(`A key of ${name}`);
      change(`add ${rule}`);
    }
    const lost = [...old.rules.filter((rule) => !table.rules.includes(rule)), ...known].filter(
      (one) => !table.rules.includes(one) && !table.references.includes(one),
    );
    if (lost.length > 0) refuse(`A rule of ${name} that went`);
  }
  made.push(...references, ...added(before.indexes, after.indexes).map(([, statement]) => statement));
  for (const statement of made) if (NOT_SHARED.test(statement)) refuse(`"${statement}"`);
  return made;
}

/** Words of SQLite that PostgreSQL does not have (migrations/postgres/001-functions.ts has the others). */
export const NOT_SHARED =
  /\b(rowid|randomblob|strftime|datetime|julianday|glob|autoincrement|nocase|insert or|replace into)\b|"|\bjson_each\(/i;

/** Returns names in `after` that `before` lacks, or has otherwise. */
const added = <Value>(before: Map<string, Value>, after: Map<string, Value>): [string, Value][] =>
  [...after].filter(([name, value]) => {
    const was = before.get(name);
    return was === undefined || (typeof value === "string" && was !== value);
  });

/** Confines a club's table to the rows of one club, also for the owner of the tables. */
const ownRowsOnly = (table: string) => [
  `alter table club.${table} enable row level security`,
  `alter table club.${table} force row level security`,
  `create policy own_club on club.${table} using (club_code = current_setting('goodside.club', true))`,
];

const tablesOf = (file: RawFile) =>
  file
    .prepare(
      `select name, sql from sqlite_master as t where type = 'table' and name not like 'sqlite_%'
         and name <> 'kysely_migration' and not exists (select 1 from sqlite_master as fts
           where fts.sql like 'create virtual table%' and (t.name = fts.name or t.name like fts.name || '\\_%' escape '\\'))`,
    )
    .all() as { name: string; sql: string }[];

/** Returns the conditions in a table's definition, each with its parentheses. */
function checksOf(sql: string): string[] {
  const found: string[] = [];
  for (const match of sql.matchAll(/\bcheck \(/gi)) {
    const start = match.index + match[0].length;
    let depth = 1;
    let end = start;
    for (; depth > 0; end += 1) depth += sql[end] === "(" ? 1 : sql[end] === ")" ? -1 : 0;
    found.push(`check (${sql.slice(start, end)}`);
  }
  return found;
}
