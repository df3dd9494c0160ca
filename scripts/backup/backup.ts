import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import {
  type Entry,
  emptyManifest,
  type Manifest,
  readManifest,
  writeManifest,
} from "#app/db/backup-manifest.server.ts";
import { COPYING, flush, replaceThrough } from "#app/db/copy.server.ts";
import { COPY_MARK } from "#app/db/copy-state.server.ts";
import { holdLock } from "#app/db/sqlite.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { type Done, inParallel } from "../workers/worker-pool.ts";
import { codesIn } from "./codes.ts";
import { CONTROL_AT_MOST, controlFacts, namesTakenBack } from "./control-facts.ts";
import { noteBackup } from "./last-backup.ts";
import { type BackUpTask, unchangedEntry } from "./one.ts";
import { copyUploads, pruneUploads } from "./uploads.ts";

export interface BackUpOptions {
  dataDir: string;
  /** The backup's folder; created if missing. */
  to: string;
  /** Club to back up; by default everything. */
  club?: string;
  /** True to copy unchanged files too. */
  all?: boolean;
}

/**
 * Copies the files of a data folder that changed since the last backup in the same folder, while the site runs. The
 * control database comes after the clubs, so it lacks none of their delivered events; clubs created meanwhile come
 * last.
 * @returns how many files could not be copied; their older copies stay.
 * @throws if the folder cannot be made, another backup runs in the folder, or its manifest is damaged.
 */
export async function backUp(options: BackUpOptions, print: (line: string) => void): Promise<number> {
  const { dataDir, to } = options;
  if (existsSync(join(to, COPY_MARK)))
    throw new Error(`${to} is where a site copies continuously: choose another folder`);
  makeFolder(join(to, "clubs"));
  const release = holdLock(join(to, ".lock"));
  if (!release) throw new Error(`Another backup is running in ${to}`);
  try {
    sweep(to);
    const run = new Run(options, print);
    await run.clubs(options.club ? [options.club] : codesIn(dataDir));
    if (!options.club) await run.everythingElse();
    else await run.uploads();
    if (!options.club) copyInstallationKey(dataDir, to);
    run.finish();
    return run.failed;
  } finally {
    release();
  }
}

/**
 * Copies the installation key, without which the second factors of staff, and everything else sealed with it, could not
 * be opened.
 */
function copyInstallationKey(dataDir: string, to: string): void {
  const path = installationKeyFile(dataDir);
  if (existsSync(path)) replaceThrough(installationKeyFile(to), readFileSync(path, "utf8"));
}

class Run {
  failed = 0;
  #copied = 0;
  #unchanged = 0;
  readonly #looked = new Set<string>();
  readonly #now: Manifest;

  constructor(
    readonly options: BackUpOptions,
    readonly print: (line: string) => void,
  ) {
    this.#now = readManifest(options.to) ?? emptyManifest();
  }

  async clubs(codes: string[]): Promise<void> {
    for (const code of codes) this.#looked.add(code);
    const items = codes.map((code) => this.#task("club", code, this.#now.clubs[code] ?? null));
    await this.#backUp(items, (code, entry) => {
      this.#now.clubs[code] = entry;
    });
  }

  /**
   * Copies the control database, and what it names: again if one of its documents was taken back before it was copied.
   */
  async everythingElse(): Promise<void> {
    for (let times = 1; ; times += 1) {
      await this.#control();
      await this.#clubsFoundedMeanwhile();
      await this.uploads();
      const { control, uploads } = this.#now;
      if (times === CONTROL_AT_MOST || !control) return;
      const copied = await controlFacts(join(this.options.to, control.file), { live: false });
      if (!(await namesTakenBack(copied, uploads, this.options.dataDir))) return;
    }
  }

  async #control(): Promise<void> {
    await this.#backUp([this.#task("control", "control", this.#now.control)], (_, entry) => {
      this.#now.control = entry;
    });
  }

  async #backUp(items: BackUpTask[], keep: (name: string, entry: Entry) => void): Promise<void> {
    const onDone = (done: Done<"backUp">) => {
      const entry = this.#report(done);
      if (entry) keep(done.item.name, entry);
    };
    const toCopy: BackUpTask[] = [];
    for (const item of items) {
      const entry = unchangedEntry(item);
      if (entry) onDone({ item, value: { state: "unchanged", entry } });
      else toCopy.push(item);
    }
    await inParallel("backUp", toCopy, onDone);
  }

  async #clubsFoundedMeanwhile(): Promise<void> {
    if (!this.#now.control) return;
    const { mode, clubs } = await controlFacts(join(this.options.to, this.#now.control.file), {
      live: false,
    });
    this.#now.mode = mode;
    await this.clubs(
      clubs
        .filter(({ code, status }) => status !== "creating" && !this.#looked.has(code))
        .map(({ code }) => code),
    );
    const known = new Set(clubs.map(({ code }) => code));
    for (const code of Object.keys(this.#now.clubs)) {
      if (!known.has(code) && !this.#looked.has(code)) {
        this.print(`${code.toUpperCase()}: no longer there, its last copy is kept`);
      }
    }
  }

  async uploads(): Promise<void> {
    const { dataDir, to, club } = this.options;
    const { uploads, failed } = await copyUploads(dataDir, to, { club, before: this.#now.uploads });
    this.#now.uploads = uploads;
    this.failed += failed.size;
    for (const [path, error] of failed) this.print(`uploads/${path}: FAILED, ${error}`);
  }

  finish(): void {
    const { to, dataDir, club } = this.options;
    this.#now.finishedAt = new Date().toISOString();
    for (const folder of [join(to, "clubs"), to]) flush(folder);
    writeManifest(to, this.#now);
    prune(to, this.#now);
    pruneUploads(to, this.#now.uploads);
    const { length: held } = Object.keys(this.#now.clubs);
    this.print(
      `${this.#copied} copied, ${this.#unchanged} unchanged, ${this.failed} failed; ${to} holds ${pluralize(held, "club")}${this.#now.control ? " and the control database" : ""}`,
    );
    if (!club) {
      const { finishedAt, control } = this.#now;
      noteBackup(dataDir, { to, finishedAt, failed: this.failed, audit: control?.audit ?? null });
    }
  }

  #task(kind: "club" | "control", name: string, before: Entry | null): BackUpTask {
    const { dataDir, to, all = false } = this.options;
    const source =
      kind === "club" ? join(dataDir, "clubs", `${name}.sqlite`) : join(dataDir, "control.sqlite");
    return { kind, name, source, to, before, all };
  }

  /** Reports and counts the outcome of one file. @returns its entry in the manifest. */
  #report(done: Done<"backUp">): Entry | null {
    const { kind, name: code } = done.item;
    const name = kind === "club" ? code.toUpperCase() : code;
    if ("error" in done) {
      this.failed += 1;
      const { before } = done.item;
      this.print(`${name}: FAILED, ${done.error}${before ? ` (kept: the copy of ${before.takenAt})` : ""}`);
      return before && { ...before, failed: done.error };
    }
    const { state, entry } = done.value;
    if (state === "copied") this.#copied += 1;
    else this.#unchanged += 1;
    const rows = Object.values(entry.rows).reduce((sum, n) => sum + n, 0);
    this.print(
      `${name}: ${state === "copied" ? `copied, ${Math.ceil(entry.bytes / 1024)} kB, ${rows} rows` : "unchanged"}`,
    );
    return entry;
  }
}

/** Creates a folder level by level: Node's recursive option never ends if the system refuses, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Removes files left by a killed backup. */
function sweep(to: string): void {
  for (const folder of [to, join(to, "clubs")]) {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(COPYING)) rmSync(join(folder, name), { force: true });
    }
  }
}

/** Removes copies that are not in the manifest. */
function prune(to: string, { control, clubs }: Manifest): void {
  const named = new Set([control, ...Object.values(clubs)].map((entry) => entry?.file));
  for (const below of ["", "clubs/"]) {
    for (const name of readdirSync(join(to, below))) {
      if (/^[a-z0-9]+-[0-9a-f]{16}\.sqlite$/.test(name) && !named.has(below + name)) {
        rmSync(join(to, below + name));
      }
    }
  }
}
