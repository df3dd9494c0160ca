import { readdirSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { SqliteFile } from "#app/db/sqlite.server.ts";

/**
 * Columns of text that carry no words of a club, by what they are. Every other column of text gets a canary: a new one
 * has it by itself, or its value is named here with the reason.
 */
const WORDLESS: Record<string, RegExp> = {
  "an id, a hash or a moment":
    /\.(id|(\w+_)?(id|ids|hash|sha256|token|at|on|until|since|day|date|time|version|mark)|(submission|form)_key|key|(\w+_)?code|at|seq|given_by|changed_by|refers_to)$|^day_changes\.created_by$|^accounts\.merged_into$/,
  "one of a fixed set of words":
    /\.(kind|status|role|coach_role|source|language|delivery|stream|tag|type|purpose|plan|payment_status|state|age_group|gender|season|timezone|color|logo|home_away|agreement|final_policy|rating_policy|(from|to|old|new)_(policy|agreement)|scope|side|given_as|tags|audience|action|subject_kind|ending|closed_as|official_was_minor|step|stage|problem|frequency|quiet_hours|switches|outcome|template|stream|category|notified_of|steps|browser_hash|cipher|why|plan_before|counts_after|notified|taken_back_why)$/,
  "a fixed set of words in these tables": /^(imports|contact_undo)\.subject$/,
  "sealed, with a key outside the database":
    /^(mails\.variables|notification_entries\.content|kept_forms\.sealed|platform_totp\.seed)$/,
  "ids only": /^(outbox|jobs)\.payload$/,
  "ids, numbers and fixed words only (product.md#audit)": /^audit\.\w+$/,
  "names of clubs, numbers and fixed words only (tests/journeys/staff-notifications)":
    /^staff_notifications\.(title|message|recipient|subject_name)$/,
  "read by nobody but parents and strangers, at a link or an address that the club gives out":
    /^(agreement_texts\.text|evidence_records\.record)$/,
  "shown on the boards and at the club's own link":
    /^((clubs?|standings)\.(name|slug|city|club_name|team_name|strip|trend|search_text)|teams\.name(_key)?)$/,
  "an address of Stripe's": /^checkouts\.(url|details)$/,
};

/** Names in the JSON of these columns that become canaries. */
const IN_JSON: Record<string, string[]> = {
  "report_prints.asked": ["overview"],
  "imports.payload": ["Lions", "Kim"],
  "day_changes.games": ["Lions"],
  "roll_overs.details": ["Long ago"],
  "season_mails.addresses": ["board"],
  "evidence_persons.content": ["Sasha", "Kit"],
};

/** The rows of the control database that are a club's, and those of the platform's own staff. */
const OF_CLUB: Record<string, string> = {
  clubs: "code = $code",
  accounts:
    "id in (select account_id from memberships where club_code = $code) and id not in (select account_id from memberships where club_code <> $code)",
};
/** Tables of the control database that are nobody's, or only counted. */
const NOBODYS =
  /^(meta|jobs|stripe_events|mail_events|mail_counts|leaderboard\w*|standings|signups|checkouts|session_accounts|club_timetable|clubs_with_outbox|kysely\w*|rate_\w+)$/;

/** Forgets the triggers that refuse changes (append-only tables): tests that put rows back have to change them. */
export function forgetRefusals(dataDir: string): void {
  const clubs = readdirSync(join(dataDir, "clubs")).filter((name) => name.endsWith(".sqlite"));
  for (const name of ["control.sqlite", ...clubs.map((club) => join("clubs", club))]) {
    const file = new SqliteFile(join(dataDir, name), { timeout: 5_000 });
    const refusing = file
      .prepare("select name from sqlite_master where type = 'trigger' and sql like '%raise(%'")
      .pluck()
      .all() as string[];
    for (const trigger of refusing) file.exec(`drop trigger "${trigger}"`);
    file.close();
  }
}

const isEmail = (column: string) =>
  /(^|\.)(email|email_key|to_address|reply_to|new_email|old_email)$/.test(column);

export interface Owner {
  /** The club; null for the platform's staff. */
  code: string | null;
  word: string;
  /** Columns left as they are, where a test signs in by them. */
  except?: RegExp;
}

/** Puts a word into every column of text of a club's file and of its rows in the control database. */
export function plantCanaries(dataDir: string, owner: Owner): void {
  for (const part of partsOf(dataDir, owner)) {
    for (const { table, column } of part.columns) {
      const name = `${table}.${column}`;
      if (wordless(name) || owner.except?.test(name)) continue;
      part.plant(table, column);
    }
    part.close();
  }
}

/** The columns of text in which the word is missing, so that a leak of them would be seen by no test. */
export function withoutCanary(dataDir: string, owner: Owner): string[] {
  return partsOf(dataDir, owner).flatMap((part) => {
    const missing = part.columns
      .filter(({ table, column }) => !wordless(`${table}.${column}`) && !part.has(table, column))
      .map(({ table, column }) => `${table}.${column}`);
    part.close();
    return missing;
  });
}

const wordless = (name: string) => Object.values(WORDLESS).some((pattern) => pattern.test(name));

interface Part {
  columns: { table: string; column: string }[];
  plant(table: string, column: string): void;
  has(table: string, column: string): boolean;
  close(): void;
}

/** The club's file and its rows in the control database, or the rows of staff there. */
function partsOf(dataDir: string, { code, word }: Owner): Part[] {
  const control = new SqliteFile(join(dataDir, "control.sqlite"), { timeout: 5_000 });
  const rowsOf = (table: string, columns: string[]): string | null => {
    if (NOBODYS.test(table)) return null;
    if (code === null) return table.startsWith("platform_") || table === "contact_messages" ? "true" : null;
    if (OF_CLUB[table]) return OF_CLUB[table].replaceAll("$code", `'${code}'`);
    if (columns.includes("club_code")) return `club_code = '${code}'`;
    return null;
  };
  const parts = [part(control, rowsOf, word)];
  if (code !== null) {
    const file = new SqliteFile(join(dataDir, "clubs", `${code}.sqlite`), { timeout: 5_000 });
    // The names that search finds follow the rows of the others by themselves.
    parts.push(part(file, (table) => (/^kysely|_words|^search_/.test(table) ? null : "true"), word));
  }
  return parts;
}

function part(
  file: Sqlite.Database,
  rowsOf: (table: string, columns: string[]) => string | null,
  word: string,
): Part {
  file.pragma("foreign_keys = off");
  file.pragma("ignore_check_constraints = on");
  const tables = file
    .prepare(
      "select name from sqlite_master where type = 'table' and sql not like '%virtual%' and name not like 'sqlite%'",
    )
    .pluck()
    .all() as string[];
  const where = new Map<string, string>();
  const columns = tables.flatMap((table) => {
    const info = file.pragma(`table_info("${table}")`) as ColumnInfo[];
    const rows = rowsOf(
      table,
      info.map(({ name }) => name),
    );
    if (rows === null) return [];
    where.set(table, rows);
    if (file.prepare(`select 1 from "${table}" where ${rows}`).get() === undefined)
      insertSample(file, table, info, rows);
    return info
      .filter(({ type }) => type.toLowerCase() === "text")
      .map(({ name }) => ({ table, column: name }));
  });
  return {
    columns,
    plant(table, column) {
      const name = `${table}.${column}`;
      const rows = where.get(table);
      const quoted = `"${column}"`;
      const names = IN_JSON[name];
      if (names) {
        for (const known of names)
          file
            .prepare(`update "${table}" set ${quoted} = replace(${quoted}, ?, ?) where ${rows}`)
            .run(known, `${known} ${word}`);
      } else if (isEmail(name)) {
        file
          .prepare(
            `update "${table}" set ${quoted} = ? || '.' || ${quoted} where ${quoted} <> '' and instr(${quoted}, ?) = 0 and ${rows}`,
          )
          .run(word, word);
      } else {
        file
          .prepare(
            `update "${table}" set ${quoted} = case when coalesce(${quoted}, '') = '' then ? else ${quoted} || ' ' || ? end
              where instr(coalesce(${quoted}, ''), ?) = 0 and ${rows}`,
          )
          .run(word, word, word);
      }
    },
    has: (table, column) =>
      file
        .prepare(`select 1 from "${table}" where instr("${column}", ?) > 0 and ${where.get(table)}`)
        .get(word) !== undefined,
    close: () => file.close(),
  };
}

interface ColumnInfo {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

/** A row for a table that the fixture leaves empty: of the club, about nothing that any page shows. */
function insertSample(file: Sqlite.Database, table: string, info: ColumnInfo[], rows: string): void {
  const code = /club_code = '([^']+)'/.exec(rows)?.[1] ?? "";
  const values = info.map(({ name, type, notnull, pk }) => {
    if (name === "club_code") return code;
    if (type.toLowerCase() !== "text") return notnull ? 0 : null;
    if (/_at$|^at$/.test(name)) return notnull ? "2099-01-01T00:00:00.000Z" : null;
    // A page of staff reckons from the package of a settlement.
    if (/^plan(_before)?$/.test(name)) return notnull ? "standard" : null;
    if (isEmail(name)) return "sample@parents.example";
    // Its page names what became of a swap.
    if (table === "club_restores" && name === "state") return "done";
    if (table.startsWith("account_merge") && name === "state")
      return table === "account_merges" ? "done" : "moved";
    return notnull || pk ? `sample-${code}-${name}` : null;
  });
  file
    .prepare(
      `insert into "${table}" (${info.map(({ name }) => `"${name}"`)}) values (${info.map(() => "?")})`,
    )
    .run(values);
}
