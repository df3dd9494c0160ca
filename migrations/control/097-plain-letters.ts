import { type Kysely, sql } from "kysely";

/** Letters that do not decompose into a letter and a mark, with their plain spelling. */
const LETTERS = "đd Đd łl Łl øo Øo æae Æae ßss ıi"
  .split(" ")
  .map((pair) => [pair[0], pair.slice(1)] as const);
const OPEN = "replace(".repeat(LETTERS.length);
const CLOSE = LETTERS.map(([from, to]) => `, '${from}', '${to}')`).join("");

/** Start and end of an index's words, around their sources (062-staff-search.ts). */
const [BEGIN, END] = ["replace(replace(replace(", ", '''', ''), '’', ''), '.', '')"];

const SIGNS = LETTERS.map(([from]) => from).join("");

/** Lets 'lodz' find 'Łódź', on the boards and in the search of staff: their indexes get plain letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and name like 'search\\_%' escape '\\' and instr(sql, ${BEGIN}) > 0`.execute(db);
  for (const trigger of triggers) {
    await sql`drop trigger ${sql.table(trigger.name)}`.execute(db);
    const indexed = trigger.sql.replaceAll(BEGIN, BEGIN + OPEN).replaceAll(END, CLOSE + END);
    await sql.raw(indexed).execute(db);
  }
  for (const { table, number = "number", made, from } of WRITTEN)
    await sql
      .raw(
        `insert or replace into ${table}_words (rowid, words) select number, ${BEGIN}${OPEN}made${CLOSE}${END}
          from (select ${number} as number, ${made.join(" || ' ' || ")} as made from ${from})
          where made glob '*[${SIGNS}]*'`,
      )
      .execute(db);
  for (const statement of BOARDS) await sql.raw(statement).execute(db);
}

const BOARD_TEXT = `update standings set search_text = ${OPEN}search_text${CLOSE}`;
/** Returns the word in the boards' index for a column's value. */
const label = (mark: number, column: string) =>
  `case when ${column} = '' then '' else ' ' || char(${mark}) || lower(replace(replace(${column}, '-', ''), ' ', '')) end`;
const BOARDS = [
  `insert or replace into leaderboard_words (rowid, words)
    select number, ${OPEN}search_text${CLOSE} || ${label(0xe001, "state")} || ${label(0xe002, "age_group")} || ${label(0xe003, "gender")}
    from standings where number is not null and search_text glob '*[${SIGNS}]*'`,
  `${BOARD_TEXT} where search_text glob '*[${SIGNS}]*'`,
];

const TEAM = ["t.name", "t.age_group", "c.name", "c.code"];
/** Sources of each index. */
const WRITTEN: { table: string; number?: string; made: string[]; from: string }[] = [
  {
    table: "search_clubs",
    made: ["name", "code", "city", "state", "contact_name", "email"],
    from: "clubs join search_clubs on club_code = code",
  },
  {
    table: "search_users",
    made: ["name", "coalesce(email, '')", "coalesce(a.club_code, '')"],
    from: "accounts a join search_users on account_id = a.id",
  },
  { table: "search_teams", made: TEAM, from: "search_teams t join clubs c on c.code = t.club_code" },
  {
    table: "search_games",
    number: "g.number",
    made: ["g.opponent", "t.name", "c.name", "c.code"],
    from: "search_games g join search_teams t on t.number = g.team join clubs c on c.code = t.club_code",
  },
];

/** PostgreSQL indexes words through `unaccent`, which knows these letters; the boards' text is compared too. */
export const postgres = `${BOARD_TEXT} where search_text ~ '[${SIGNS}]'`;
