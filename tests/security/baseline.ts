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
  /** Tells whether anything was committed since it was taken or restored. */
  committed(): Promise<boolean>;
  /**
   * Lists the changed rows, as 'club, or control: table (+new -gone)'.
   * @param which 'clubs': theirs alone
   */
  differences(which?: "all" | "clubs"): Promise<string[]>;
  /** Lists emails that it lacks. */
  newMails(): Promise<Mail[]>;
  restore(): Promise<void>;
  /** Changes the rows of a control table, and the baseline itself. */
  change(table: string, set: string): Promise<void>;
  close(): Promise<void>;
}

/** Takes a baseline of a world's current data. */
export async function takeBaseline(dataDir: string): Promise<Baseline> {
  const url = process.env.DATABASE_URL;
  return url ? DatabaseBaseline.take(url) : new FileBaseline(dataDir);
}

interface Watched {
  name: string;
  file: Sqlite.Database;
  tables: WatchedTable[];
  /** Changes with every commit of another connection. */
  dataVersion: Sqlite.Statement;
  version: unknown;
  /** Tables found to differ at a later version. */
  found?: { version: unknown; tables: WatchedTable[] };
}

interface WatchedTable {
  name: string;
  differs: Sqlite.Statement;
  empty: Sqlite.Statement;
  fill: Sqlite.Statement;
}

/** Has a row during a restore: then no trigger runs, because its effects are in the restored rows too. */
const RESTORING = "baseline_restoring";

/** Compares rows only if SQLite's own change counter shows a commit, which takes microseconds. */
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
    quietTriggers(file);
    // A search index is restored through its shadow tables, which only unsafe mode may write.
    file.unsafeMode(true);
    // The stamp changes with every write, even of equal values; a refusal may write it.
    const names = file
      .prepare(
        `select name from before.sqlite_master where type = 'table' and name not like 'sqlite%'
          and name not in ('change_stamp', '${RESTORING}') and sql not like 'create virtual%'`,
      )
      .pluck()
      .all() as string[];
    const tables = names.map((table) => watchTable(file, table));
    const dataVersion = file.prepare("pragma main.data_version").pluck();
    return { name: basename(name, ".sqlite"), file, tables, dataVersion, version: dataVersion.get() };
  }

  #committed(): Watched[] {
    return this.#watched.filter(({ dataVersion, version }) => dataVersion.get() !== version);
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
        watched.file.exec(`insert into main.${RESTORING} values (1)`);
        for (const { empty, fill } of changedTables(watched)) {
          empty.run();
          fill.run();
        }
        watched.file.exec(`delete from main.${RESTORING}`);
      });
      // Takes the write lock from the start: a server may be writing too.
      await whenFree(() => putBack.immediate());
      watched.version = watched.dataVersion.get();
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

/** Restores the uploads of previews and the documents of verifications, which no database restores. */
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
  return {
    name,
    differs: file
      .prepare(
        `select (select count(*) from ${now}) <> (select count(*) from ${then})
          or exists (select * from ${now} except select * from ${then})`,
      )
      .pluck(),
    empty: file.prepare(`delete from ${now}`),
    fill: file.prepare(`insert into ${now} select * from ${then}`),
  };
}

/** Compares each version of a file once: the judges ask, and then the rows are restored. */
function changedTables(watched: Watched): WatchedTable[] {
  const { file, tables, dataVersion } = watched;
  const version = dataVersion.get() as number;
  // In one transaction: beginning one takes longer than comparing most tables.
  const compare = file.transaction(() => tables.filter(({ differs }) => differs.get() === 1));
  const found = watched.found?.version === version ? watched.found : { version, tables: compare() };
  watched.found = found;
  return found.tables;
}

/**
 * Makes the triggers of a file heed RESTORING. Dropping them for each restore would make every connection prepare every
 * statement again.
 */
function quietTriggers(file: Sqlite.Database): void {
  const triggers = file.prepare("select name, sql from main.sqlite_master where type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  file.transaction(() => {
    file.exec(`create table if not exists main.${RESTORING} (now integer)`);
    for (const { name, sql } of triggers.filter(({ sql }) => !sql.includes(RESTORING))) {
      const [, head = "", condition = "1", body = ""] =
        /^(.*?)(?:\bwhen\b(.*?))?(\bbegin\b.*)$/is.exec(sql) ?? [];
      file.exec(`drop trigger main."${name}"`);
      file.exec(`${head} when not exists (select 1 from ${RESTORING}) and (${condition}) ${body}`);
    }
  })();
}
