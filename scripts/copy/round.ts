import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type CopyTarget, copyTargetName } from "#app/config/copy-target.ts";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import {
  BACKUP_MANIFEST,
  type Entry,
  emptyManifest,
  type Former,
  formatManifest,
  type Manifest,
  parseManifest,
} from "#app/db/backup-manifest.server.ts";
import { hashOfFile } from "#app/db/copy.server.ts";
import {
  COPY_MARK,
  type CopyMark,
  type CopyState,
  formatMark,
  parseMark,
  readCopyState,
  writeCopyState,
} from "#app/db/copy-state.server.ts";
import type { FileKind } from "#app/db/inspect.server.ts";
import { isReplacing } from "#app/db/replace.server.ts";
import { stampOf } from "#app/db/stamp.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { codesIn } from "../backup/codes.ts";
import { CONTROL_AT_MOST, type ControlFacts, controlFacts, namesTakenBack } from "../backup/control-facts.ts";
import { backUpOne } from "../backup/one.ts";
import { filesBelow } from "../backup/uploads.ts";
import { BucketStore } from "./bucket.ts";
import { FolderStore } from "./folder.ts";
import { keptFormers } from "./former.ts";
import type { CopyStore } from "./store.ts";

export interface CopyTask {
  dataDir: string;
  target: CopyTarget;
  /** True to take over the target, even if it is empty or another's. */
  takeOver?: boolean;
}

export interface CopyResult {
  /** Everything committed by this time is in the copy. */
  asOf: string;
  /** Databases and uploads that were copied. */
  copied: number;
  clubs: number;
  failed: CopyState["failed"];
}

/** A target that must not be written to before an operator has decided. */
export class CopyRefused extends Error {
  override name = "CopyRefused";
}

const COPY_NAME = /^(clubs\/)?[a-z0-9]+-[0-9a-f]{16}\.sqlite$/;
/** Interval at which the target's files are compared with the manifest: somebody may have deleted a copy. */
const LIST_EVERY_MS = 60 * 60_000;
/** A file that failed its check is tried again after this time, unless it changes before. */
const TRY_AGAIN_MS = 5 * 60_000;
/** A replaced copy stays this long for a restore in progress. */
const LEAVES_AFTER_MS = 2 * 60_000;
const THIN_EVERY_MS = 5 * 60_000;
/** The failed files that the data folder's note names. */
const MOST_NAMED = 20;
/** Errors of a disk: no further file would fare better. */
const OF_THE_DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "ESTALE", "SQLITE_FULL"]);

let memory: { key: string; copier: Copier } | undefined;

/**
 * Copies what has changed since the last round, and remembers the target's state, so that a round over unchanged files
 * only reads their timestamps. One at a time in a data folder: the caller holds its lock (`holdCopyLock`).
 * @throws if nothing could be copied; the last whole copy stays valid, and the data folder's note gives the reason
 */
export async function copyRound({ dataDir, target, takeOver = false }: CopyTask): Promise<CopyResult> {
  const key = JSON.stringify([dataDir, target]);
  if (memory?.key !== key) memory = { key, copier: new Copier(dataDir, target) };
  return memory.copier.round(takeOver);
}

interface CopiedFile {
  kind: FileKind;
  name: string;
  source: string;
  before: Entry | null;
  look?: (copy: string) => Promise<void>;
}

/** State of the target, as this process knows it. */
interface Known {
  manifest: Manifest;
  files: Map<string, number>;
  /** Facts of the control database as it was copied. */
  facts: ControlFacts | null;
  listedAt: number;
}

/** Copies one data folder to its target. */
export class Copier {
  readonly #store: CopyStore;
  readonly #name: string;
  #known: Known | null = null;
  /** Marks that this process may have written last: an answer can get lost. */
  #looks: string[] = [];
  #dirty = false;
  #copied = 0;
  #thinnedAt = Number.NEGATIVE_INFINITY;
  #key: string | null = null;
  /** Replaced copies, until they are removed. */
  #leaving: { path: string; due: number }[] = [];
  readonly #failed = new Map<string, string>();
  readonly #failedStamps = new Map<string, { stamp: string | null; until: number }>();
  readonly #uploadStamps = new Map<string, string>();

  constructor(
    readonly dataDir: string,
    target: CopyTarget,
    firstPauseMs?: number,
  ) {
    this.#store =
      target.kind === "folder"
        ? new FolderStore(target.path)
        : new BucketStore(target, join(dataDir, "copy-work"), firstPauseMs);
    this.#name = copyTargetName(target);
  }

  /** Makes the target this data folder's, so that the next round continues there. */
  async takeOver(): Promise<void> {
    await this.#claim(true);
  }

  async round(takeOver: boolean): Promise<CopyResult> {
    const asOf = new Date().toISOString();
    this.#copied = 0;
    try {
      const mark = await this.#claim(takeOver);
      const known = await this.#read();
      this.#failed.clear();
      const codes = codesIn(this.dataDir);
      await this.#copyClubs(known, codes);
      const present = new Set(codes);
      for (let times = 1; ; times += 1) {
        // After the clubs, so that it lacks none of their delivered events.
        await this.#copyControl(known);
        const others = (known.facts?.clubs ?? []).filter(
          (club) => club.status !== "creating" && !present.has(club.code),
        );
        await this.#copyClubs(
          known,
          others.map(({ code }) => code),
        );
        await this.#copyUploads(known);
        // A document that came and was taken back since the last round may be in it alone.
        const { facts, manifest } = known;
        if (times === CONTROL_AT_MOST || !facts) break;
        if (!(await namesTakenBack(facts, manifest.uploads, this.dataDir))) break;
      }
      await this.#forgetErased(known, present);
      await this.#copyKey();
      this.#thin(known);
      await this.#commit(known, { ...mark, asOf });
    } catch (error) {
      // Copied files that are in no manifest are removed by the next round, which reads the target anew.
      this.#known = null;
      this.#note({ problem: error instanceof Error ? error.message : String(error) });
      throw error;
    }
    const failed = [...this.#failed].map(([name, problem]) => ({ name, problem }));
    this.#note({ asOf, problem: null, failed: failed.slice(0, MOST_NAMED) });
    return {
      asOf,
      copied: this.#copied,
      clubs: Object.keys(this.#known?.manifest.clubs ?? {}).length,
      failed,
    };
  }

  /**
   * Checks that the target is the one that this data folder writes to: neither an empty folder without its mounted
   * disk, nor another installation's.
   */
  async #claim(takeOver: boolean): Promise<CopyMark> {
    await this.#store.reach();
    const there = await this.#mark();
    const state = readCopyState(this.dataDir);
    const owner = state?.owner ?? newId();
    const isKnown = state?.known.includes(this.#name) ?? false;
    if (there?.owner === owner && !takeOver) {
      if (!isKnown) this.#note({ owner });
      return there;
    }
    if (!takeOver) this.#refuse(there, isKnown);
    const files = await this.#store.names();
    if (!there && files.size > 0 && !files.has(BACKUP_MANIFEST))
      throw new CopyRefused(`${this.#name} is not empty: give COPY_TO an empty folder`);
    if (!there && files.has(BACKUP_MANIFEST) && !takeOver)
      throw new CopyRefused(`${this.#name} holds backups: give COPY_TO an empty folder`);
    this.#note({ owner });
    await this.#store.begin();
    const mark = { owner, host: hostname(), look: newId(), asOf: there?.asOf ?? null };
    await this.#store.write(COPY_MARK, formatMark(mark));
    this.#looks = [mark.look];
    this.#known = null;
    return mark;
  }

  #refuse(there: CopyMark | null, isKnown: boolean): void {
    if (there)
      throw new CopyRefused(
        `${this.#name} is the copy of another data folder (of ${there.host}, as of ${there.asOf ?? "its beginning"}): give COPY_TO another place, or take it over with npm run copy -- --take-over once that site is stopped for good`,
      );
    if (isKnown)
      throw new CopyRefused(
        `${this.#name} lacks ${COPY_MARK}, which was there before: is the disk mounted? If this is a new disk, npm run copy -- --take-over begins there`,
      );
  }

  async #mark(): Promise<CopyMark | null> {
    const text = await this.#store.read(COPY_MARK);
    if (text === null) return null;
    try {
      return parseMark(text);
    } catch {
      throw new CopyRefused(
        `${COPY_MARK} in ${this.#name} is damaged: delete it, then npm run copy -- --take-over`,
      );
    }
  }

  /** Reads the manifest and the files of the target, without copies that no manifest names. */
  async #read(): Promise<Known> {
    if (this.#known && performance.now() - this.#known.listedAt < LIST_EVERY_MS) return this.#known;
    const files = await this.#store.names();
    const text = await this.#store.read(BACKUP_MANIFEST);
    const manifest =
      text === null ? emptyManifest() : parseManifest(text, `${this.#name}/${BACKUP_MANIFEST}`);
    manifest.former ??= {};
    const named = new Set(entriesOf(manifest).map(({ file }) => file));
    for (const path of files.keys()) {
      const stray = COPY_NAME.test(path)
        ? !named.has(path)
        : path.startsWith("uploads/") && !manifest.uploads[path.slice("uploads/".length)];
      if (!stray) continue;
      await this.#store.remove(path);
      files.delete(path);
    }
    this.#leaving = [];
    this.#uploadStamps.clear();
    this.#dirty = false;
    const facts = manifest.control ? (this.#known?.facts ?? null) : null;
    this.#known = { manifest, files, facts, listedAt: performance.now() };
    return this.#known;
  }

  /** Copies the clubs that have changed; several at a time, because the network is the bottleneck. */
  async #copyClubs(known: Known, codes: readonly string[]): Promise<void> {
    const changed = codes.filter((code) => !this.#isUnchanged(known, code)).values();
    const copyOneByOne = async () => {
      for (const code of changed) await this.#copyClub(known, code);
    };
    // All of them end before the round does, even if one throws.
    const all = await Promise.allSettled(Array.from({ length: this.#store.atOnce }, copyOneByOne));
    for (const one of all) if (one.status === "rejected") throw one.reason;
  }

  #source(code: string): string {
    return join(this.dataDir, "clubs", `${code}.sqlite`);
  }

  #isUnchanged({ manifest, files }: Known, code: string): boolean {
    const entry = manifest.clubs[code];
    if (!entry || entry.failed || entry.stamp === null || files.get(entry.file) !== entry.bytes) return false;
    return stampOf(this.#source(code)) === entry.stamp;
  }

  async #copyClub({ manifest, files }: Known, code: string): Promise<void> {
    const before = manifest.clubs[code] ?? null;
    const source = this.#source(code);
    const entry = await this.#copy({ kind: "club", name: code, source, before }, files);
    if (entry) manifest.clubs[code] = this.#replace(manifest, code, before, entry);
  }

  async #copyControl(known: Known): Promise<void> {
    const { manifest, files } = known;
    const before = manifest.control;
    const source = join(this.dataDir, "control.sqlite");
    const look = async (copy: string) => {
      known.facts = await controlFacts(copy, { live: false });
    };
    const entry = await this.#copy({ kind: "control", name: "control", source, before, look }, files);
    if (this.#failed.has("control")) throw new Error(`control: ${this.#failed.get("control")}`);
    if (entry) manifest.control = this.#replace(manifest, "control", before, entry);
    // For an unchanged one.
    known.facts ??= await controlFacts(source, { live: true });
    if (manifest.mode !== known.facts.mode) this.#dirty = true;
    manifest.mode = known.facts.mode;
  }

  /**
   * @param file.look checks the copy, before it is moved into place
   * @returns the file's entry if it is a new one
   */
  async #copy(
    { kind, name, source, before, look }: CopiedFile,
    files: Map<string, number>,
  ): Promise<Entry | null> {
    const held = before && files.get(before.file) === before.bytes ? before : null;
    const stamp = stampOf(source);
    if (held && !held.failed && held.stamp !== null && held.stamp === stamp) return null;
    const failure = this.#failedStamps.get(name);
    if (failure && failure.stamp === stamp && stamp !== null && performance.now() < failure.until) {
      this.#failed.set(name, before?.failed ?? "it failed its check");
      return null;
    }
    this.#failedStamps.delete(name);
    try {
      const task = { kind, name, source, to: this.#store.work, before: held, all: false, known: true };
      const { state, entry } = await backUpOne(task);
      if (state === "copied") {
        await look?.(join(this.#store.work, entry.file));
        await this.#store.keep(entry.file, entry.sha256);
        files.set(entry.file, entry.bytes);
        this.#copied += 1;
      }
      if (state === "copied" || before?.failed) this.#dirty = true;
      return state === "copied" ? { ...entry, rows: withoutZeros(entry.rows) } : entry;
    } catch (error) {
      if (OF_THE_DISK.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      // Between two renames of a restore: the next round finds the new one.
      if (kind === "club" && isReplacing(join(this.dataDir, "clubs"), name)) return null;
      const problem = error instanceof Error ? error.message : String(error);
      this.#failed.set(name, problem);
      this.#failedStamps.set(name, { stamp, until: performance.now() + TRY_AGAIN_MS });
      if (!before || before.failed === problem) return null;
      this.#dirty = true;
      return { ...before, failed: problem };
    }
  }

  /**
   * Replaces the previous copy by a sound one, and keeps it as a former one.
   * @returns the new one
   */
  #replace(manifest: Manifest, name: string, before: Entry | null, entry: Entry): Entry {
    if (!before || before.file === entry.file) return entry;
    this.#keepFormers(manifest, name, entry, [
      formerOf(before, new Date()),
      ...(manifest.former?.[name] ?? []).filter(({ file }) => file !== entry.file),
    ]);
    return entry;
  }

  #keepFormers(manifest: Manifest, name: string, now: Entry | null, formers: Former[]): void {
    const kept = keptFormers(formers, { now, at: new Date() });
    const all = manifest.former ?? {};
    const before = all[name] ?? [];
    if (kept.length > 0) all[name] = kept;
    else delete all[name];
    const named = new Set([now, ...kept].map((one) => one?.file));
    for (const former of new Set([...before, ...formers])) {
      if (named.has(former.file)) continue;
      const erased = (now?.erasedAt ?? "") > (former.erasedAt ?? "");
      this.#leave(former.file, erased ? 0 : LEAVES_AFTER_MS);
      this.#dirty = true;
    }
  }

  #leave(path: string, afterMs: number): void {
    this.#leaving.push({ path, due: performance.now() + afterMs });
  }

  /** Keeps former copies of growing age, even of unchanged files. */
  #thin({ manifest }: Known): void {
    if (performance.now() - this.#thinnedAt < THIN_EVERY_MS) return;
    this.#thinnedAt = performance.now();
    for (const [name, formers] of Object.entries(manifest.former ?? {})) {
      const now = name === "control" ? manifest.control : (manifest.clubs[name] ?? null);
      this.#keepFormers(manifest, name, now, formers);
    }
  }

  /** Removes an erased club's copies at once. A club whose file is merely gone keeps its last copy. */
  async #forgetErased({ manifest, facts }: Known, present: ReadonlySet<string>): Promise<void> {
    const names = new Set([...Object.keys(manifest.clubs), ...Object.keys(manifest.former ?? {})]);
    for (const code of names) {
      if (present.has(code) || !facts?.erased.has(code)) continue;
      for (const { file } of [manifest.clubs[code], ...(manifest.former?.[code] ?? [])].filter(
        (one) => !!one,
      ))
        this.#leave(file, 0);
      delete manifest.clubs[code];
      delete manifest.former?.[code];
      this.#failed.delete(code);
      this.#dirty = true;
    }
  }

  /**
   * Copies new documents. A missing one leaves the copy once the copied control database does not name it any more; if
   * the live one still does, it was not deleted but lost.
   */
  async #copyUploads({ manifest, files, facts }: Known): Promise<void> {
    const from = join(this.dataDir, "uploads");
    let live: ControlFacts | null = null;
    const known = new Map<string, string[]>();
    for (const path of Object.keys(manifest.uploads)) {
      const [code = ""] = path.split("/");
      known.set(code, [...(known.get(code) ?? []), path]);
    }
    const folders = existsSync(from) ? readdirSync(from).filter((name) => !name.startsWith(".")) : [];
    for (const code of new Set([...folders, ...known.keys()])) {
      const stamp = stampOf(join(from, code));
      if (stamp !== null && stamp === this.#uploadStamps.get(code)) continue;
      this.#uploadStamps.delete(code);
      const there = filesBelow(from, code);
      const settled: boolean[] = [];
      for (const path of there) settled.push(await this.#copyUpload(manifest, files, path));
      const present = new Set(there);
      for (const path of known.get(code) ?? []) {
        if (present.has(path)) continue;
        if (facts?.documents.has(path)) {
          live ??= await controlFacts(join(this.dataDir, "control.sqlite"), { live: true });
          if (live.documents.has(path)) this.#failed.set(`uploads/${path}`, "the file is missing");
          settled.push(false);
          continue;
        }
        delete manifest.uploads[path];
        this.#leave(`uploads/${path}`, 0);
        this.#dirty = true;
      }
      if (stamp !== null && settled.every((one) => one)) this.#uploadStamps.set(code, stamp);
    }
  }

  async #copyUpload(manifest: Manifest, files: Map<string, number>, path: string): Promise<boolean> {
    const source = join(this.dataDir, "uploads", path);
    const name = `uploads/${path}`;
    try {
      const { size: bytes, mtimeMs: writtenAt } = statSync(source);
      const known = manifest.uploads[path];
      const isCopied = known?.bytes === bytes && files.get(name) === bytes;
      if (isCopied && known.writtenAt === writtenAt) return true;
      const sha256 = await hashOfFile(source);
      if (!isCopied || known.sha256 !== sha256) await this.#store.put(name, source, sha256);
      manifest.uploads[path] = { bytes, sha256, writtenAt };
      files.set(name, bytes);
      this.#copied += 1;
      this.#dirty = true;
      return true;
    } catch (error) {
      if (OF_THE_DISK.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      // Deleted meanwhile: the next round leaves it out.
      if (existsSync(source)) this.#failed.set(name, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Copies the key, without which sealed data could not be opened. */
  async #copyKey(): Promise<void> {
    const path = installationKeyFile(this.dataDir);
    if (!existsSync(path)) return;
    const key = readFileSync(path, "utf8");
    if (key === this.#key) return;
    const name = installationKeyFile("");
    if ((await this.#store.read(name)) !== key) await this.#store.write(name, key);
    this.#key = key;
  }

  /** Makes the copied files the newest copy by its manifest, as a whole; only then is anything removed. */
  async #commit({ manifest, files }: Known, mark: CopyMark): Promise<void> {
    await this.#meetNobody(mark);
    if (this.#dirty) {
      manifest.finishedAt = new Date().toISOString();
      await this.#store.flush();
      await this.#store.write(BACKUP_MANIFEST, formatManifest(manifest));
      this.#dirty = false;
    }
    const look = newId();
    this.#looks.push(look);
    await this.#store.write(COPY_MARK, formatMark({ ...mark, host: hostname(), look }));
    this.#looks = [look];
    const named = new Set(entriesOf(manifest).map(({ file }) => file));
    const due = this.#leaving.filter((one) => one.due <= performance.now());
    this.#leaving = this.#leaving.filter((one) => !due.includes(one));
    for (const { path } of due) {
      if (named.has(path)) continue;
      await this.#store.remove(path);
      files.delete(path);
    }
  }

  /**
   * Detects the same disk, and another process that writes there under the same mark, such as that of a cloned machine.
   */
  async #meetNobody({ owner }: CopyMark): Promise<void> {
    const there = await this.#mark();
    if (!there) throw new CopyRefused(`${this.#name} has lost ${COPY_MARK}: is the disk mounted?`);
    if (there.owner !== owner || (this.#looks.length > 0 && !this.#looks.includes(there.look)))
      throw new CopyRefused(
        `${this.#name} is written by another process as well (of ${there.host}): stop one of them`,
      );
  }

  #note(change: Partial<CopyState>): void {
    const state = readCopyState(this.dataDir);
    const begun = { to: this.#name, since: new Date().toISOString(), asOf: null, failed: [], problem: null };
    const same =
      state?.to === this.#name ? state : { ...begun, owner: state?.owner ?? "", known: state?.known ?? [] };
    const known = change.owner || change.asOf ? [...new Set([...same.known, this.#name])] : same.known;
    writeCopyState(this.dataDir, { ...same, known, ...change });
  }
}

/**
 * Reduces an entry for the manifest: ten thousand clubs have forty thousand former copies, and only their hash is
 * compared.
 */
function formerOf({ file, sha256, bytes, schema, takenAt, checkedAt, erasedAt }: Entry, at: Date): Former {
  const until = at.toISOString();
  return { file, sha256, bytes, rows: {}, schema, takenAt, checkedAt, erasedAt, stamp: null, until };
}

const withoutZeros = (rows: Entry["rows"]) =>
  Object.fromEntries(Object.entries(rows).filter(([, n]) => n > 0));

const entriesOf = ({ control, clubs, former = {} }: Manifest): Entry[] =>
  [control, ...Object.values(clubs), ...Object.values(former).flat()].filter((entry) => entry !== null);
