import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { BACKUP_MANIFEST, entry } from "./backup-manifest.server.ts";
import type { ClubDb, ClubSchema } from "./club/schema.ts";
import { openFile, openReadOnly, type RawFile } from "./file-engine.server.ts";

/** An older copy of a club's file: in a backup, or put aside when another took its place. */
export interface ClubCopy {
  /** Id for its path in an address; it is looked up in the list, never made into a path. */
  id: string;
  kind: "backup" | "aside";
  path: string;
  /** null for a file that was put aside: it is taken as it is. */
  sha256: string | null;
  /** ISO-8601 UTC: it holds everything committed until then. */
  asOf: string;
}

interface Places {
  dataDir: string;
  backupDir: string | null;
  mode: string;
}

/** The newest backups that are looked at: each manifest names every club of the platform. */
const MOST_BACKUPS = 48;
/** 20261121-150912-123, of which a file that was put aside has the time. */
const ASIDE = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-\d+)?\.sqlite$/;

/** Loads the copies of one club's file, the newest first. A backup of another mode's data is left out. */
export async function listCopies({ dataDir, backupDir, mode }: Places, code: string): Promise<ClubCopy[]> {
  const copies = asideCopies(join(dataDir, "replaced"), code);
  for (const folder of backupFolders(backupDir)) {
    copies.push(...(await copiesInBackup(folder, code, mode)));
  }
  return copies.sort((a, b) => b.asOf.localeCompare(a.asOf));
}

function asideCopies(folder: string, code: string): ClubCopy[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (!name.startsWith(`${code}-`)) return [];
    const [, year, month, day, hour, minute, second] = ASIDE.exec(name.slice(code.length + 1)) ?? [];
    if (!year) return [];
    const path = join(folder, name);
    const asOf = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    return [{ id: idOf(path, ""), kind: "aside" as const, path, sha256: null, asOf }];
  });
}

/** Lists the backups among the folder and its subfolders, newest first. */
function backupFolders(root: string | null): string[] {
  if (root === null || !existsSync(root)) return [];
  const below = readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith("."))
    .map(({ name }) => join(root, name));
  return [root, ...below]
    .flatMap((folder) => {
      const manifest = statSync(join(folder, BACKUP_MANIFEST), { throwIfNoEntry: false });
      return manifest ? [{ folder, at: manifest.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_BACKUPS)
    .map(({ folder }) => folder);
}

/** Returns the time of the newest backup below a folder; null without one. */
export function newestBackup(root: string | null): string | null {
  const [newest] = backupFolders(root);
  return newest === undefined ? null : statSync(join(newest, BACKUP_MANIFEST)).mtime.toISOString();
}

/** Parts of a manifest that are read here: the rest, thousands of clubs, is not checked. */
const manifest = z.object({
  product: z.literal("goodside"),
  mode: z.string(),
  clubs: z.record(z.string(), z.unknown()),
  former: z.record(z.string(), z.array(z.unknown())).optional(),
});

/** Loads the copy in a backup, and former ones where it is a continuous copy. */
async function copiesInBackup(folder: string, code: string, mode: string): Promise<ClubCopy[]> {
  const read = manifest.safeParse(await parsed(join(folder, BACKUP_MANIFEST)));
  if (!read.success || read.data.mode !== mode) return [];
  const found = [read.data.clubs[code], ...(read.data.former?.[code] ?? [])];
  return found.flatMap((one) => {
    const known = entry.safeParse(one);
    if (!known.success) return [];
    const { file, sha256, checkedAt } = known.data;
    const path = join(folder, file);
    return existsSync(path)
      ? [{ id: idOf(path, sha256), kind: "backup", path, sha256, asOf: checkedAt }]
      : [];
  });
}

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // A backup that is being written, or is none.
    return error;
  }
}

const idOf = (path: string, sha256: string) =>
  createHash("sha256").update(`${path}\n${sha256}`).digest("base64url").slice(0, 22);

/** The kind that each table's rows count as when a club's file is compared. */
export const COMPARED = {
  club: "Settings",
  logos: "Settings",
  agreement_texts: "Settings",
  printable_settings: "Settings",
  policy_changes: "Settings",
  teams: "Teams",
  staff: "Coaches and managers",
  staff_history: "Coaches and managers, earlier",
  games: "Games",
  day_changes: "Days called off or moved",
  taken_out_games: "Games taken out",
  ratings: "Ratings",
  result_changes: "Corrected results",
  incidents: "Incident notes",
  incident_talks: "Steps of incidents",
  incident_entries: "Steps of incidents",
  contacts: "Parents",
  children: "Children",
  registrations: "Registrations",
  imports: "Imports",
  agreements: "Agreements",
  agreement_events: "Steps of agreements",
  evidence_records: "Signatures’ records",
  evidence_persons: "Signatures’ records",
  announcements: "Announcements",
  pulses: "Parent pulses",
  pulse_invitations: "Pulse answers",
  pulse_answers: "Pulse answers",
  pulse_results: "Pulse answers",
  pulse_sentences: "Pulse answers",
  referee_counts: "Referee counts",
  seasons: "Seasons",
  season_teams: "Teams of seasons",
  season_mails: "Season reports",
  season_templates: "Season templates",
  season_template_teams: "Season templates",
  roll_overs: "Roll-overs",
  reward_programs: "Reward programs",
  rewards: "Rewards",
  earned_rewards: "Earned rewards",
  account_merges: "Merged accounts",
  audit: "Lines of the activity",
} as const satisfies Partial<Record<keyof ClubSchema, string>>;

/** Tables that say nothing of their own: derived, on their way out, or only to undo with. */
export const NOT_COMPARED = [
  ...["agreement_mails", "change_stamp", "contact_undo", "game_reminders", "import_names", "import_undo"],
  ...["left_addresses", "notified_ranks", "notified_results", "outbox", "printable_downloads"],
  ...["rating_reminders", "report_prints", "search_people", "search_places"],
] as const;

type ComparedTable = keyof typeof COMPARED;
export type ComparedKind = (typeof COMPARED)[ComparedTable];

/** Counts a club's rows by kind, leaving out kinds without any. */
export async function countByKind(db: ClubDb): Promise<Partial<Record<ComparedKind, number>>> {
  const counts: Partial<Record<ComparedKind, number>> = {};
  for (const [table, kind] of Object.entries(COMPARED) as [ComparedTable, ComparedKind][]) {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    if (Number(n) > 0) counts[kind] = (counts[kind] ?? 0) + Number(n);
  }
  return counts;
}

export interface KindComparison {
  kind: ComparedKind;
  live: number;
  copy: number;
  /** Rows of the live file that the copy lacks: they would be lost. */
  lost: number;
  /** Rows of the copy that are gone from the live file: they would come back. */
  back: number;
  /** Rows of both that differ: they would be as they were. */
  changed: number;
}

export interface Comparison {
  kinds: KindComparison[];
  /** Parents who were erased at their own wish since the copy: it still has them. */
  erased: number;
}

/**
 * Compares a club's file with an older copy, row by row, without changing either.
 * @throws if either cannot be read
 */
export async function compareFiles(livePath: string, copyPath: string): Promise<Comparison> {
  const live = openFile(livePath);
  try {
    const copy = openReadOnly(copyPath);
    try {
      const kinds = new Map<ComparedKind, KindComparison>();
      for (const [table, kind] of Object.entries(COMPARED) as [ComparedTable, ComparedKind][]) {
        const counts = await compareTable(live, copy, table);
        const sum = kinds.get(kind) ?? { kind, ...NOTHING };
        for (const count of Object.keys(NOTHING) as (keyof Counts)[]) sum[count] += counts[count];
        kinds.set(kind, sum);
      }
      const seen = copy.prepare("select coalesce(max(seq), 0) from audit").pluck().get();
      const erased = live
        .prepare("select count(*) from audit where kind = 'records.person-erased' and seq > ?")
        .pluck()
        .get(seen) as number;
      return { kinds: [...kinds.values()], erased };
    } finally {
      copy.close();
    }
  } finally {
    live.close();
  }
}

type Counts = Omit<KindComparison, "kind">;
const NOTHING: Counts = { live: 0, copy: 0, lost: 0, back: 0, changed: 0 };

/** Compares both in key order, side by side, so that neither is in memory as a whole. */
async function compareTable(live: RawFile, copy: RawFile, table: ComparedTable): Promise<Counts> {
  const found = { ...NOTHING };
  const columns = sharedColumns(live, copy, table);
  const key = keyOf(live, table);
  // An older release may lack the table: all of the live file's rows would be lost.
  if (columns.length === 0) {
    found.live = found.lost = live.prepare(`select count(*) from "${table}"`).pluck().get() as number;
    return found;
  }
  const pause = yieldToEventLoop();
  const rowsOf = (file: RawFile) =>
    file
      .prepare(`select ${columns.join(", ")} from "${table}" order by ${key.join(", ")}`)
      .raw()
      .iterate() as IterableIterator<unknown[]>;
  const at = key.map((column) => columns.indexOf(column));
  const [ours, theirs] = [rowsOf(live), rowsOf(copy)];
  try {
    let [own, other] = [ours.next(), theirs.next()];
    while (!own.done || !other.done) {
      await pause();
      const order = own.done ? 1 : other.done ? -1 : compareKeys(own.value, other.value, at);
      if (order === 0 && !own.done && !other.done && !sameRow(own.value, other.value)) found.changed += 1;
      if (order < 0) found.lost += 1;
      if (order > 0) found.back += 1;
      if (order <= 0) {
        found.live += 1;
        own = ours.next();
      }
      if (order >= 0) {
        found.copy += 1;
        other = theirs.next();
      }
    }
  } finally {
    ours.return?.();
    theirs.return?.();
  }
  return found;
}

function sharedColumns(live: RawFile, copy: RawFile, table: ComparedTable): string[] {
  const columnsOf = (file: RawFile) =>
    file.prepare("select name from pragma_table_info(?)").pluck().all(table) as string[];
  const theirs = new Set(columnsOf(copy));
  return columnsOf(live)
    .filter((name) => theirs.has(name))
    .map((name) => `"${name}"`);
}

const keyOf = (file: RawFile, table: string) =>
  (
    file
      .prepare("select name from pragma_table_info(?) where pk > 0 order by pk")
      .pluck()
      .all(table) as string[]
  ).map((name) => `"${name}"`);

/** Compares keys as SQLite does: numbers by value, texts by their bytes. */
function compareKeys(own: readonly unknown[], other: readonly unknown[], at: readonly number[]): number {
  for (const index of at) {
    const [one, two] = [own[index], other[index]];
    const order =
      typeof one === "number" && typeof two === "number"
        ? one - two
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(two)));
    if (order !== 0) return order;
  }
  return 0;
}

const sameRow = (own: readonly unknown[], other: readonly unknown[]) =>
  own.every((value, index) => value === other[index]);
