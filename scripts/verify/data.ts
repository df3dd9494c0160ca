import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { keyProblem } from "#app/db/storage/key-marks.server.ts";
import { interruptedRestore } from "#app/db/storage/platform.server.ts";
import { documentProblem, lostDocuments } from "#app/files/stored-documents.server.ts";
import { type KeySettings, keysOfFolder } from "#app/runtime/installation-key.server.ts";
import { codesIn } from "../backup/codes.ts";
import { lastBackupOf } from "../backup/last-backup.ts";
import { inParallel } from "../workers/worker-pool.ts";
import { restoresIn } from "./audit.ts";
import { readHeads } from "./heads.ts";
import { type Verified, type VerifyTask, verifyOne } from "./one.ts";
import { againstControl, type Register, readDocuments, readRegister } from "./people.ts";

export interface VerifyOptions {
  /** Club to check, with its rows in the control database; default: all. */
  club?: string;
  /** True to skip comparing indexes with their tables. */
  quick?: boolean;
  /** Keys of the installation; by default those of this process's settings. */
  keys?: KeySettings;
}

export interface Verdict {
  /** Number of checked files. */
  files: number;
  /** Number of broken files and clubs, and leftovers. */
  broken: number;
}

/** A finding is checked again after this pause: a file may be in replacement, or a member just joining. */
const SECOND_LOOK_MS = 500;

/** Checks every file of a data folder, whether or not the site runs, and the control database against the clubs. */
export async function verifyData(
  dataDir: string,
  { club, quick = false, keys }: VerifyOptions,
  print: (line: string) => void,
): Promise<Verdict> {
  const folder = new DataFolder(dataDir, quick, keys);
  const control = await folder.control();
  for (const problem of control.problems) print(`control: ${problem}`);
  for (const line of folder.restores()) print(line);
  const key = await folder.key();
  if (key) print(key);
  const first = await folder.clubs(club ? [club] : null);
  const suspects = [...first.found.keys()];
  if (suspects.length > 0) await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MS));
  const { found } = await folder.clubs(suspects);
  for (const [code, problems] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    print(`${code.toUpperCase()}: ${problems.join("; ")}`);
  }
  const documents = await folder.documents(club);
  for (const line of documents) print(line);
  const leftovers = club ? [] : await folder.leftovers();
  for (const line of leftovers) print(line);
  const broken =
    (control.problems.length > 0 ? 1 : 0) + (key ? 1 : 0) + found.size + documents.length + leftovers.length;
  print(closing(first.looked + 1, broken, dataDir));
  return { files: first.looked + 1, broken };
}

export const closing = (files: number, broken: number, folder: string) =>
  `${files} ${files === 1 ? "file" : "files"} looked at in ${folder}: ${broken === 0 ? "nothing is broken" : `${broken} broken`}`;

class DataFolder {
  /** Damaged files are reported and not queried. */
  #soundControl = false;

  constructor(
    readonly dataDir: string,
    readonly quick: boolean,
    readonly keys: KeySettings | undefined,
  ) {}

  async control(): Promise<Verified> {
    const auditHead = lastBackupOf(this.dataDir)?.audit ?? null;
    const seen = await verifyOne({ ...this.#task("control", "control", this.#controlPath), auditHead });
    this.#soundControl = seen.problems.length === 0;
    return seen;
  }

  /** Names the problem of the installation's key; null if it fits. */
  async key(): Promise<string | null> {
    if (!this.#soundControl) return null;
    const control = kyselyOver<ControlSchema>(openFile(this.#controlPath));
    try {
      return await keyProblem(control, { dataDir: this.dataDir, settings: this.keys });
    } finally {
      await control.destroy();
    }
  }

  /** Lists losses of the platform's audit log in earlier restores: reported each time, without a remedy. */
  restores(): string[] {
    return this.#soundControl ? restoresIn(this.#controlPath) : [];
  }

  /** @param codes null: all clubs with a file or a row in the control database */
  async clubs(codes: string[] | null): Promise<{ looked: number; found: Map<string, string[]> }> {
    if (codes?.length === 0) return { looked: 0, found: new Map() };
    const files = codes?.filter((code) => existsSync(this.#path(code))) ?? codesIn(this.dataDir);
    const seen = new Map<string, Verified>();
    // Read before the files: each has at least what the platform knew then.
    const heads = this.#soundControl ? await readHeads(this.#controlPath, { live: true }) : null;
    await inParallel(
      "verify",
      files.map((code) => ({
        ...this.#task("club", code, this.#path(code)),
        head: heads?.evidence.get(code) ?? null,
        auditHead: heads?.audits.get(code) ?? null,
      })),
      (done) =>
        seen.set(done.item.name, "error" in done ? { problems: [done.error], people: [] } : done.value),
    );
    // Read after the files: every file found was known then.
    const register = await this.#register();
    const found = new Map<string, string[]>();
    for (const code of new Set([...seen.keys(), ...(codes ?? register?.clubs.keys() ?? [])])) {
      const { problems, people } = seen.get(code) ?? { problems: [], people: [] };
      const there = existsSync(this.#path(code));
      const against = register ? againstControl(code, register, { there, people, at: new Date() }) : [];
      if (problems.length + against.length > 0) found.set(code, [...problems, ...against]);
    }
    return { looked: seen.size, found };
  }

  /** Checks for documents without their file or with another one, and for files without a document. */
  async documents(club: string | undefined): Promise<string[]> {
    if (!this.#soundControl) return [];
    const at = new Date();
    const keys = this.quick ? [] : keysOfFolder(this.dataDir, this.keys);
    const rows = await readDocuments(this.#controlPath);
    const found = new Map<string, string>();
    for (const { id, club_code: clubCode, bytes } of rows) {
      if (club && clubCode !== club) continue;
      const path = join(this.dataDir, "uploads", clubCode, id);
      const problem = await documentProblem(path, { id, clubCode, bytes, keys });
      if (problem) found.set(id, `uploads/${clubCode}/${id}: ${problem}`);
    }
    // Without those that were taken back, or that expired, since the rows were read.
    const still = found.size > 0 ? await readDocuments(this.#controlPath) : [];
    const lines = still.flatMap(({ id }) => found.get(id) ?? []);
    const known = new Set(rows.map(({ id, club_code }) => `${club_code}/${id}`));
    const lost = await lostDocuments(this.dataDir, (code, id) => known.has(`${code}/${id}`), at);
    for (const path of lost) {
      const name = path.slice(this.dataDir.length + 1);
      if (!club || name.startsWith(`uploads/${club}/`)) lines.push(`${name}: no document's file`);
    }
    return lines.sort();
  }

  async leftovers(): Promise<string[]> {
    const lines: string[] = [];
    if (existsSync(interruptedRestore(this.dataDir))) {
      lines.push("A restore of everything was interrupted: run it again (npm run restore -- --from DIR)");
    }
    const clubs = names(join(this.dataDir, "clubs"));
    for (const name of clubs.filter((name) => name.endsWith("-wal"))) {
      const file = name.slice(0, -"-wal".length);
      // A WAL without its file holds committed changes.
      if (!clubs.includes(file) && !existsSync(join(this.dataDir, "clubs", file))) {
        lines.push(`clubs/${name}: the changes of a file that is not there`);
      }
    }
    const register = await this.#register();
    for (const name of names(join(this.dataDir, "uploads"))) {
      if (register && !name.startsWith(".") && !register.clubs.has(name)) {
        lines.push(`uploads/${name}: the control database knows no such club`);
      }
    }
    return lines;
  }

  async #register(): Promise<Register | null> {
    return this.#soundControl ? readRegister(this.#controlPath, { live: true }) : null;
  }

  get #controlPath() {
    return join(this.dataDir, "control.sqlite");
  }

  #path(code: string) {
    return join(this.dataDir, "clubs", `${code}.sqlite`);
  }

  #task(kind: VerifyTask["kind"], name: string, path: string): VerifyTask {
    return { kind, name, path, quick: this.quick, copy: null, head: null, auditHead: null };
  }
}

const names = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
