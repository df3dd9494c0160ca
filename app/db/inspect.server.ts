import type { RawFile } from "./file-engine.server.ts";

export type FileKind = "control" | "club";

/** The result of inspecting a database file. */
export interface Inspection {
  /** Problems in words for operators; empty for a sound file. */
  problems: string[];
  /** Row counts by table. */
  rows: Record<string, number>;
  /** The applied migrations. */
  migrations: string[];
  /** The code of the club in the file; null for the control database. */
  owner: string | null;
}

const MAX_PROBLEMS = 5;
/** A table that identifies each kind of file: an empty or foreign database is sound, but not ours. */
const REQUIRED_TABLE: Record<FileKind, string> = { control: "clubs", club: "club" };

/**
 * Checks pages, indexes, references and kind of a database and counts its rows, in one read transaction.
 * @param quick skips comparing indexes with their tables, which is most of the work
 */
export function inspectDatabase(file: RawFile, kind: FileKind, { quick = false } = {}): Inspection {
  const seen: Inspection = { problems: [], rows: {}, migrations: [], owner: null };
  file.exec("begin");
  try {
    const check = quick ? "quick_check" : "integrity_check";
    for (const line of file.prepare(`pragma ${check}(${MAX_PROBLEMS})`).pluck().all() as string[]) {
      if (line !== "ok") seen.problems.push(line);
    }
    // On a damaged file every further query may fail or lie.
    if (seen.problems.length > 0) return seen;
    const tables = file
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .pluck()
      .all() as string[];
    if (!tables.includes(REQUIRED_TABLE[kind])) {
      seen.problems.push(
        `it is no ${kind === "club" ? "club's file" : "control database"}: there is no table '${REQUIRED_TABLE[kind]}'`,
      );
      return seen;
    }
    for (const table of tables) {
      seen.rows[table] = file.prepare(`select count(*) from "${table}"`).pluck().get() as number;
    }
    const broken = file.prepare("pragma foreign_key_check").all() as { table: string; parent: string }[];
    const dangling = new Map<string, number>();
    for (const { table, parent } of broken) {
      const link = `${table} -> ${parent}`;
      dangling.set(link, (dangling.get(link) ?? 0) + 1);
    }
    for (const [link, rows] of dangling) {
      const count = rows === 1 ? "1 row has" : `${rows.toLocaleString("en-US")} rows have`;
      seen.problems.push(`${count} a dangling reference (${link})`);
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
