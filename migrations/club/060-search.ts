import { type Kysely, sql } from "kysely";

/**
 * Adds the search by name, and the numbers of cases. `search_people` has the name of each parent and child once,
 * `search_places` each opponent and field. Triggers update them for every writer, including imports, their undoing and
 * erasing, and drop a name with its last row, so no code can forget one. Each has an index of trigrams; with
 * `secure-delete` nothing remains of a removed name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/**
 * Converts a name for the index: without characters that nobody types, and with surrounding blanks, so that words begin
 * and end alike.
 */
const wordsOf = (name: string) =>
  `' ' || trim(${["-", "/", "(", ")", ",", '"'].reduce(
    (text, mark) => `replace(${text}, '${mark}', ' ')`,
    `replace(replace(replace(${name}, '''', ''), '’', ''), '.', '')`,
  )}) || ' '`;

/** A kind of name: its table, and the rows that have one. */
interface Source {
  into: "search_people" | "search_places";
  kind: string;
  table: string;
  column: string;
  /** Condition of a row with or without a name. */
  named: (row: string) => string;
  /** Further columns that `named` reads. */
  besides?: string;
}

const sources: Source[] = [
  {
    into: "search_people",
    kind: "parent",
    table: "contacts",
    column: "name_key",
    // The key of a parent without a name is the address.
    named: (row) => `${row}name <> ''`,
    besides: "name",
  },
  ...(
    [
      ["search_people", "child", "children", "name"],
      ["search_places", "opponent", "games", "opponent"],
      ["search_places", "field", "games", "location"],
    ] as const
  ).map(([into, kind, table, column]) => ({
    into,
    kind,
    table,
    column,
    named: (row: string) => `${row}${column} <> ''`,
  })),
];

function triggersOf({ into, kind, table, column, named, besides }: Source): string[] {
  const add = `insert into ${into} (kind, name, words)
      select '${kind}', new.${column}, ${wordsOf(`new.${column}`)} where ${named("new.")} and not exists
        (select 1 from ${into} where kind = '${kind}' and name = new.${column});`;
  const drop = `delete from ${into} where kind = '${kind}' and name = old.${column} and not exists
        (select 1 from ${table} where ${column} = old.${column} and ${named("")});`;
  const changed = [column, besides].filter(Boolean);
  const differs = changed.map((name) => `old.${name} is not new.${name}`).join(" or ");
  return [
    `create trigger search_${kind}_added after insert on ${table} begin ${add} end`,
    `create trigger search_${kind}_changed after update of ${changed.join(", ")} on ${table} when ${differs}
      begin ${add} ${drop} end`,
    `create trigger search_${kind}_removed after delete on ${table} begin ${drop} end`,
  ];
}

function namesOf(table: Source["into"], kinds: string): string[] {
  return [
    `create table ${table} (
      number integer primary key, kind text not null check (kind in (${kinds})), name text not null,
      words text not null, unique (kind, name)) strict`,
    `create virtual table ${table}_trigrams using fts5 (
      words, content = '${table}', content_rowid = 'number', detail = none,
      tokenize = 'trigram remove_diacritics 1')`,
    `insert into ${table}_trigrams (${table}_trigrams, rank) values ('secure-delete', 1)`,
    `create trigger ${table}_added after insert on ${table} begin
      insert into ${table}_trigrams (rowid, words) values (new.number, new.words); end`,
    `create trigger ${table}_removed after delete on ${table} begin
      insert into ${table}_trigrams (${table}_trigrams, rowid, words) values ('delete', old.number, old.words); end`,
  ];
}

const STATEMENTS = [
  `create index contacts_by_name on contacts (name_key)`,
  `create index children_by_name on children (name, contact_id)`,
  `create index games_by_opponent on games (opponent, team_id, starts_at)`,
  `create index games_by_field on games (location, team_id, starts_at)`,

  ...namesOf("search_people", "'parent', 'child'"),
  ...namesOf("search_places", "'opponent', 'field'"),
  ...sources.map(
    ({ into, kind, table, column, named }) => `insert into ${into} (kind, name, words)
      select distinct '${kind}', ${column}, ${wordsOf(column)} from ${table} where ${named("")}`,
  ),
  ...sources.flatMap(triggersOf),

  `alter table incidents add column number integer`,
  `update incidents set number = numbered.number from
    (select id, row_number() over (order by opened_at, id) as number from incidents) as numbered
    where numbered.id = incidents.id`,
  `create unique index incidents_by_number on incidents (number)`,
  `create trigger incidents_numbered after insert on incidents when new.number is null begin
    update incidents set number = (select coalesce(max(number), 0) + 1 from incidents) where id = new.id; end`,
];
