import { sql } from "kysely";
import type { ClubDb, ClubSchema } from "#app/db/club/schema.ts";
import { csvParts, ROWS_A_PART } from "#app/spreadsheets/write-csv.server.ts";

/** The tables that a download has as a CSV each; the file beside them has them all (product/privacy.md#leaving). */
export const SUBJECTS = [
  "club",
  "teams",
  "staff",
  "staff_history",
  "games",
  "taken_out_games",
  "ratings",
  "incidents",
  "incident_talks",
  "incident_entries",
  "policy_changes",
  "result_changes",
  "day_changes",
  "seasons",
  "season_teams",
  "season_mails",
  "season_templates",
  "season_template_teams",
  "roll_overs",
  "reward_programs",
  "rewards",
  "earned_rewards",
  "imports",
  "announcements",
  "contacts",
  "children",
  "agreements",
  "agreement_events",
  "agreement_texts",
  "registrations",
  "pulses",
  "pulse_results",
  "pulse_sentences",
  "referee_counts",
  "printable_settings",
  "printable_downloads",
  "audit",
] as const satisfies readonly (keyof ClubSchema)[];

/** Yields one table as a CSV in parts, its header first. */
export const subjectCsv = (db: ClubDb, table: (typeof SUBJECTS)[number]): AsyncGenerator<string> =>
  csvParts(pagesOf(db, table));

async function* pagesOf(db: ClubDb, table: (typeof SUBJECTS)[number]): AsyncGenerator<string[][]> {
  const columns = (await db.introspection.getTables())
    .find(({ name }) => name === table)
    ?.columns.map(({ name }) => name);
  if (!columns) throw new Error(`There is no table ${table}`);
  yield [columns];
  for (let from = 0; ; from += ROWS_A_PART) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} order by 1, 2 limit ${ROWS_A_PART} offset ${from}`.execute(db);
    if (rows.length === 0) return;
    yield rows.map((row) => columns.map((name) => cellOf(row[name])));
    if (rows.length < ROWS_A_PART) return;
  }
}

const cellOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
