import { type Kysely, sql } from "kysely";

/**
 * Indexes word prefixes of up to ten letters for the boards, not only one and two: SQLite gathers any other prefix from
 * all words that start with it, hundreds of thousands of teams for 'soccer', before it returns the first one. The index
 * is rebuilt from the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table board_words`.execute(db);
  await sql`create virtual table board_words using fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10',
    tokenize = 'unicode61 remove_diacritics 0')`.execute(db);
  for (let last = 0; ; ) {
    const { rows } = await sql<Team>`
      select number, search_text, state, age_group, gender from standings
      where number > ${last} order by number limit ${TEAMS_AT_ONCE}`.execute(db);
    const [newest] = rows.slice(-1);
    if (!newest) return;
    const values = rows.map((team) => sql`(${team.number}, ${wordsOf(team)})`);
    await sql`insert into board_words (rowid, words) values ${sql.join(values)}`.execute(db);
    last = newest.number;
  }
}

interface Team {
  number: number;
  search_text: string;
  state: string;
  age_group: string;
  gender: string;
}

const TEAMS_AT_ONCE = 200;

/** Writes words as the app does: every ending of every word, then the labels. */
function wordsOf({ search_text, state, age_group, gender }: Team): string {
  const endings = search_text.split(" ").flatMap((word) => {
    const letters = [...word];
    return letters.map((_, from) => letters.slice(from).join(""));
  });
  const labels = [
    ["\u{e001}", state],
    ["\u{e002}", age_group],
    ["\u{e003}", gender],
  ].flatMap(([mark, value]) => (value ? [mark + value.toLowerCase().replace(/[^a-z0-9]/g, "")] : []));
  return [...new Set(endings), ...labels].join(" ");
}
