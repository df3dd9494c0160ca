import { type RawColumn, type RawTables, rawTables } from "../support/raw-tables.ts";
import type { World } from "../support/world.ts";

/**
 * Text columns without words of a club, by kind. Every other text column gets a canary: a new one automatically, or its
 * value is named here with the reason.
 */
const WORDLESS: Record<string, RegExp> = {
  "an id, a hash or a moment":
    /\.(id|(\w+_)?(id|ids|hash|sha256|token|at|on|until|since|day|date|time|version|mark)|(submission|form)_key|key|(\w+_)?code|at|seq|given_by|changed_by|refers_to)$|^day_changes\.created_by$|^accounts\.merged_into$/,
  "one of a fixed set of words":
    /\.(kind|status|role|coach_role|source|language|delivery|stream|tag|type|purpose|plan|payment_status|state|age_group|gender|season|timezone|color|logo|home_away|agreement|final_policy|rating_policy|(from|to|old|new)_(policy|agreement)|scope|side|given_as|tags|audience|action|subject_kind|ending|closed_as|official_was_minor|step|stage|problem|frequency|quiet_hours|switches|outcome|template|stream|category|notified_of|steps|browser_hash|cipher|why|plan_before|counts_after|notified|taken_back_why)$/,
  "a fixed set of words in these tables": /^(imports|contact_undo)\.subject$/,
  "sealed, with a key outside the database":
    /^(mails\.variables|notification_entries\.content|kept_forms\.sealed|platform_totp\.seed)$/,
  "ids only": /^(outbox|jobs)\.payload$|^imports\.created_teams$/,
  "numbers and fixed words only": /^(earned_rewards\.rule|club_erasures\.erased_rows)$/,
  "ids, numbers and fixed words only (product/security.md#audit)": /^audit\.\w+$/,
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

/** Rows of the control database that belong to a club, and those of the platform's own staff. */
const OF_CLUB: Record<string, string> = {
  clubs: "code = $code",
  accounts:
    "id in (select account_id from memberships where club_code = $code) and id not in (select account_id from memberships where club_code <> $code)",
};
/** Tables of the control database that belong to nobody, or are only counted. */
const NOBODYS =
  /^(meta|jobs|stripe_events|mail_events|mail_counts|leaderboard\w*|standings|signups|checkouts|session_accounts|club_timetable|clubs_with_outbox|kysely\w*|rate_\w+)$/;

/** Removes the triggers that refuse changes (append-only tables): tests that restore rows have to change them. */
export async function forgetRefusals({ dataDir, platform }: World): Promise<void> {
  // In PostgreSQL all clubs have the same tables.
  const clubs = process.env.DATABASE_URL
    ? (await platform.clubs.codes()).slice(0, 1)
    : await platform.clubs.codes();
  for (const code of [null, ...clubs]) {
    const tables = await rawTables(dataDir, code);
    const refusing = await tables.all<{ drop: string }>(process.env.DATABASE_URL ? IN_DATABASE : IN_FILE);
    for (const { drop } of refusing) await tables.run(drop);
    await tables.close();
  }
}

const IN_FILE = `select 'drop trigger "' || name || '"' as "drop" from sqlite_master
  where type = 'trigger' and sql like '%raise(%'`;
const IN_DATABASE = `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and prosrc like '%raise exception%' and pronamespace = current_schema()::regnamespace`;

const isEmail = (column: string) =>
  /(^|\.)(email|email_key|to_address|reply_to|new_email|old_email)$/.test(column);

export interface Owner {
  /** The club; null for the platform's staff. */
  code: string | null;
  word: string;
  /** Columns that stay unchanged, because a test signs in by them. */
  except?: RegExp;
}

/** Writes a word into every text column of a club's tables and of its rows in the control tables. */
export async function plantCanaries(dataDir: string, owner: Owner): Promise<void> {
  await ofParts(dataDir, owner, async (part) => {
    for (const { table, column } of part.columns) {
      const name = `${table}.${column}`;
      if (wordless(name) || owner.except?.test(name)) continue;
      await part.plant(table, column);
    }
  });
}

/** Returns the text columns without the word: no test would notice a leak of them. */
export async function withoutCanary(dataDir: string, owner: Owner): Promise<string[]> {
  const missing: string[] = [];
  await ofParts(dataDir, owner, async (part) => {
    for (const { table, column } of part.columns)
      if (!wordless(`${table}.${column}`) && !(await part.has(table, column)))
        missing.push(`${table}.${column}`);
  });
  return missing;
}

const wordless = (name: string) => Object.values(WORDLESS).some((pattern) => pattern.test(name));

interface Part {
  columns: { table: string; column: string }[];
  plant(table: string, column: string): Promise<void>;
  has(table: string, column: string): Promise<boolean>;
}

type RowsOf = (table: string, columns: string[]) => string | null;

/** Visits the club's tables and its rows in the control tables, or the rows of staff there. */
async function ofParts(
  dataDir: string,
  { code, word }: Owner,
  work: (part: Part) => Promise<void>,
): Promise<void> {
  const inControl: RowsOf = (table, columns) => {
    if (NOBODYS.test(table)) return null;
    if (code === null) return table.startsWith("platform_") || table === "contact_messages" ? "true" : null;
    if (OF_CLUB[table]) return OF_CLUB[table].replaceAll("$code", `'${code}'`);
    if (columns.includes("club_code")) return `club_code = '${code}'`;
    return null;
  };
  // Search's names follow the rows of the others automatically.
  const inClub: RowsOf = (table) => (table.startsWith("search_") ? null : "true");
  for (const [owner, rowsOf] of code === null
    ? ([[null, inControl]] as const)
    : ([
        [null, inControl],
        [code, inClub],
      ] as const)) {
    const tables = await rawTables(dataDir, owner);
    try {
      await tables.unchecked(async () => work(await partOf(tables, rowsOf, word)));
    } finally {
      await tables.close();
    }
  }
}

async function partOf(tables: RawTables, rowsOf: RowsOf, word: string): Promise<Part> {
  const where = new Map<string, string>();
  const columns: Part["columns"] = [];
  for (const table of await tables.tables()) {
    const all = await tables.columns(table);
    const rows = rowsOf(
      table,
      all.map(({ name }) => name),
    );
    if (rows === null) continue;
    where.set(table, rows);
    if ((await tables.all(`select 1 from "${table}" where ${rows} limit 1`)).length === 0)
      await insertSample(tables, table, all, rows);
    columns.push(...all.filter(({ type }) => type === "text").map(({ name }) => ({ table, column: name })));
  }
  return {
    columns,
    async plant(table, column) {
      const name = `${table}.${column}`;
      const rows = where.get(table);
      const quoted = `"${column}"`;
      const names = IN_JSON[name];
      if (names) {
        for (const known of names)
          await tables.run(
            `update "${table}" set ${quoted} = replace(${quoted}, ?, ?) where ${rows}`,
            known,
            `${known} ${word}`,
          );
      } else if (isEmail(name)) {
        await tables.run(
          `update "${table}" set ${quoted} = ? || '.' || ${quoted} where ${quoted} <> '' and instr(${quoted}, ?) = 0 and ${rows}`,
          word,
          word,
        );
      } else {
        await tables.run(
          `update "${table}" set ${quoted} = case when coalesce(${quoted}, '') = '' then ? else ${quoted} || ' ' || ? end
            where instr(coalesce(${quoted}, ''), ?) = 0 and ${rows}`,
          word,
          word,
          word,
        );
      }
    },
    async has(table, column) {
      const found = `select 1 from "${table}" where instr("${column}", ?) > 0 and ${where.get(table)} limit 1`;
      return (await tables.all(found, word)).length > 0;
    },
  };
}

/** Inserts a row into a table that the fixture leaves empty: of the club, about nothing that any page shows. */
async function insertSample(
  tables: RawTables,
  table: string,
  columns: RawColumn[],
  rows: string,
): Promise<void> {
  const code = /club_code = '([^']+)'/.exec(rows)?.[1] ?? "";
  // A club's archive is a file with the same checks and references.
  const named = new Map<string, unknown>();
  for (const { name, refersTo } of tables.name === "control" ? [] : columns) {
    if (!refersTo) continue;
    const { table: of, column } = refersTo;
    // The data of an undo belongs to an import that no test undoes with it.
    const other = table === "import_undo" ? "contacts" : "games";
    const only = of === "imports" ? `where subject = '${other}'` : "";
    const [row] = await tables.all(`select max("${column}") as key from "${of}" ${only}`);
    named.set(name, row?.key ?? `sample-${code}-${column}`);
  }
  const values = columns.map(({ name, type, needed, inKey, sample }) => {
    if (name === "club_code") return code;
    if (named.has(name)) return needed ? named.get(name) : null;
    if (sample !== null) return needed ? sample : null;
    if (type === "bytes") return needed ? Buffer.alloc(0) : null;
    if (type === "number") return needed ? 0 : null;
    if (/(^|_)(on|day|date)$/.test(name)) return needed ? "2099-01-01" : null;
    if (/_at$|^at$/.test(name)) return needed ? "2099-01-01T00:00:00.000Z" : null;
    // A staff page calculates from the package of a settlement.
    if (/^plan(_before)?$/.test(name)) return needed ? "standard" : null;
    if (isEmail(name)) return "sample@parents.example";
    // Its page names the outcome of a swap.
    if (table === "club_restores" && name === "state") return "done";
    if (table.startsWith("account_merge") && name === "state")
      return table === "account_merges" ? "done" : "moved";
    return needed || inKey ? `sample-${code}-${name}` : null;
  });
  await tables.run(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`)}) values (${columns.map(() => "?")})`,
    ...values,
  );
}
