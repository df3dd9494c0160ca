import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type Sqlite from "better-sqlite3";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { whenFree } from "../support/raw-tables.ts";
import { DatabaseBaseline } from "./database-baseline.ts";

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

/** A snapshot of all data to compare with and restore. */
export interface Baseline {
  /** Whether anything was committed since it was taken or restored. */
  committed(): Promise<boolean>;
  /** Which rows differ from it, as 'club, or control: table (+new -gone)'. @param which 'clubs': theirs alone */
  differences(which?: "all" | "clubs"): Promise<string[]>;
  /** Emails that it lacks. */
  newMails(): Promise<Mail[]>;
  restore(): Promise<void>;
  /** Changes the rows of a control table, and the baseline itself. */
  change(table: string, set: string): Promise<void>;
  close(): Promise<void>;
}

/** Of a world's data as it is now. */
export async function takeBaseline(dataDir: string): Promise<Baseline> {
  const url = process.env.DATABASE_URL;
  return url ? DatabaseBaseline.take(url) : new FileBaseline(dataDir);
}

interface Watched {
  name: string;
  file: Sqlite.Database;
  tables: WatchedTable[];
  triggers: { name: string; tbl_name: string; sql: string }[];
  version: number;
  /** What was found to differ at a later version. */
  found?: { version: number; tables: WatchedTable[] };
}

interface WatchedTable {
  name: string;
  differs(): boolean;
  putBack(): void;
}

/** SQLite's own change counter tells within microseconds whether anything was committed; only then are rows compared. */
class FileBaseline implements Baseline {
  readonly #copies = mkdtempSync(join(tmpdir(), "goodside-baseline-"));
  readonly #watched: Watched[];
  readonly #uploads: KeptFiles[];

  constructor(dataDir: string) {
    mkdirSync(join(dataDir, "uploads"), { recursive: true });
    const documents = readdirSync(join(dataDir, "uploads")).map((club) => join(dataDir, "uploads", club));
    this.#uploads = [join(dataDir, "incoming"), ...documents].map((folder) => new KeptFiles(folder));
    const clubs = readdirSync(join(dataDir, "clubs")).filter((name) => name.endsWith(".sqlite"));
    this.#watched = ["control.sqlite", ...clubs.map((name) => join("clubs", name))].map((name, index) =>
      this.#watch(dataDir, name, `${index}.sqlite`),
    );
  }

  #watch(dataDir: string, name: string, copy: string): Watched {
    const file = new SqliteFile(join(dataDir, name), { timeout: 0 });
    const path = join(this.#copies, copy);
    file.prepare("vacuum into ?").run(path);
    file.prepare("attach ? as before").run(path);
    for (const schema of ["main", "before"]) file.pragma(`${schema}.synchronous = off`);
    file.pragma("foreign_keys = off");
    // A search index is restored through its shadow tables, which only unsafe mode may write.
    file.unsafeMode(true);
    const ofSchema = (condition: string) =>
      file.prepare(`select name from main.sqlite_master where ${condition}`).pluck().all() as string[];
    const triggers = file
      .prepare("select name, tbl_name, sql from main.sqlite_master where type = 'trigger'")
      .all() as Watched["triggers"];
    // The stamp says that something was written, also where it was the same again; a refusal may say so.
    const tables = ofSchema(
      "type = 'table' and name not like 'sqlite%' and name <> 'change_stamp' and sql not like 'create virtual%'",
    ).map((table) => watchTable(file, table));
    return { name: basename(name, ".sqlite"), file, tables, triggers, version: versionOf(file) };
  }

  #committed(): Watched[] {
    return this.#watched.filter((watched) => versionOf(watched.file) !== watched.version);
  }

  async committed(): Promise<boolean> {
    return this.#committed().length > 0;
  }

  async differences(which: "all" | "clubs" = "all"): Promise<string[]> {
    const files = this.#committed().filter(({ name }) => which === "all" || name !== "control");
    return files.flatMap((watched) =>
      changedTables(watched).map((table) => {
        const { name, file } = watched;
        const count = (of: string, without: string) =>
          file
            .prepare(`select count(*) from (select * from ${of} except select * from ${without})`)
            .pluck()
            .get();
        const [now, then] = [`main."${table.name}"`, `before."${table.name}"`];
        return `${name}: ${table.name} (+${count(now, then)} -${count(then, now)})`;
      }),
    );
  }

  async newMails(): Promise<Mail[]> {
    const control = this.#watched[0];
    return control?.file
      .prepare("select subject, html, text from main.mails where id not in (select id from before.mails)")
      .all() as Mail[];
  }

  async restore(): Promise<void> {
    for (const watched of this.#committed()) {
      const putBack = watched.file.transaction(() => {
        const changed = changedTables(watched);
        // What they would do is in the rows that are put back. Each one dropped has every statement prepared again.
        const quiet = watched.triggers.filter(({ tbl_name }) =>
          changed.some(({ name }) => name === tbl_name),
        );
        for (const { name } of quiet) watched.file.exec(`drop trigger main."${name}"`);
        for (const table of changed) table.putBack();
        for (const { sql } of quiet) watched.file.exec(sql);
      });
      // The write lock from the start: a server may be writing, too.
      await whenFree(() => putBack.immediate());
      watched.version = versionOf(watched.file);
      watched.found = undefined;
    }
    for (const folder of this.#uploads) folder.restore();
  }

  async change(table: string, set: string): Promise<void> {
    const control = this.#watched[0];
    for (const tables of ["main", "before"])
      await whenFree(() => control?.file.exec(`update ${tables}.${table} set ${set}`));
  }

  async close(): Promise<void> {
    for (const { file } of this.#watched) file.close();
    rmSync(this.#copies, { recursive: true, force: true });
  }
}

/** The uploads of previews and the documents of verifications: no database brings them back. */
class KeptFiles {
  readonly #folder: string;
  readonly #files: Map<string, Buffer>;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  }

  restore(): void {
    const now = new Set(readdirSync(this.#folder));
    for (const name of now) if (!this.#files.has(name)) rmSync(join(this.#folder, name));
    for (const [name, bytes] of this.#files)
      if (!now.has(name)) writeFileSync(join(this.#folder, name), bytes);
  }
}

function watchTable(file: Sqlite.Database, name: string): WatchedTable {
  const [now, then] = [`main."${name}"`, `before."${name}"`];
  const differs = file
    .prepare(
      `select (select count(*) from ${now}) <> (select count(*) from ${then})
        or exists (select * from ${now} except select * from ${then})`,
    )
    .pluck();
  const empty = file.prepare(`delete from ${now}`);
  const fill = file.prepare(`insert into ${now} select * from ${then}`);
  return {
    name,
    differs: () => differs.get() === 1,
    putBack: () => {
      empty.run();
      fill.run();
    },
  };
}

/** Compared once for each version of a file: the judges ask, and then the rows are put back. */
function changedTables(watched: Watched): WatchedTable[] {
  const version = versionOf(watched.file);
  if (watched.found?.version !== version)
    watched.found = { version, tables: watched.tables.filter((table) => table.differs()) };
  return watched.found.tables;
}

const versionOf = (file: Sqlite.Database) => file.pragma("data_version", { simple: true }) as number;
