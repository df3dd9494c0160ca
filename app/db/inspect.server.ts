import type { RawFile } from "./engine.server.ts";

export type FileKind = "control" | "club";

/** What a database file says of itself. */
export interface Inspection {
  /** In words for operators; none: the file is sound. */
  problems: string[];
  /** Rows of each table. */
  rows: Record<string, number>;
  /** The migrations it has had. */
  migrations: string[];
  /** The club whose file it says to be; null for the control database. */
  owner: string | null;
}

const AT_MOST = 5;
/** The least that each kind of file has: an empty or foreign database is sound, but not ours. */
const BELONGS: Record<FileKind, string> = { control: "clubs", club: "club" };

/**
 * Checks a database from the inside: every page and index, every reference, that it is of the kind it should be;
 * and counts its rows. Whoever else writes to it does not disturb: all is read in one transaction.
 * @param quick leaves out whether each index says what its table says, which is most of the work
 */
export function inspectDatabase(file: RawFile, kind: FileKind, { quick = false } = {}): Inspection {
  const seen: Inspection = { problems: [], rows: {}, migrations: [], owner: null };
  file.exec("begin");
  try {
    const check = quick ? "quick_check" : "integrity_check";
    for (const line of file.prepare(`pragma ${check}(${AT_MOST})`).pluck().all() as string[]) {
      if (line !== "ok") seen.problems.push(line);
    }
    // A damaged file can make every further question fail or lie.
    if (seen.problems.length > 0) return seen;
    const tables = file
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .pluck()
      .all() as string[];
    if (!tables.includes(BELONGS[kind])) {
      seen.problems.push(
        `it is no ${kind === "club" ? "club's file" : "control database"}: there is no table '${BELONGS[kind]}'`,
      );
      return seen;
    }
    for (const table of tables) {
      seen.rows[table] = file.prepare(`select count(*) from "${table}"`).pluck().get() as number;
    }
    const broken = file.prepare("pragma foreign_key_check").all() as { table: string; parent: string }[];
    const astray = new Map<string, number>();
    for (const { table, parent } of broken) {
      const link = `${table} -> ${parent}`;
      astray.set(link, (astray.get(link) ?? 0) + 1);
    }
    for (const [link, rows] of astray) {
      seen.problems.push(`${rows.toLocaleString("en-US")} rows with a dangling reference (${link})`);
    }
    if (tables.includes("kysely_migration")) {
      seen.migrations = file
        .prepare("select name from kysely_migration order by name")
        .pluck()
        .all() as string[];
    }
    if (kind === "club") {
      const owners = file.prepare("select code from club").pluck().all() as string[];
      if (owners.length !== 1) seen.problems.push(`it names ${owners.length} clubs as its owner`);
      seen.owner = owners[0] ?? null;
    }
  } catch (error) {
    seen.problems.push(String(error instanceof Error ? error.message : error));
  } finally {
    file.exec("rollback");
  }
  return seen;
}
