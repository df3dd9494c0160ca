import { existsSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import {
  filesPool,
  keepFile,
  keptBefore,
  readKeptFile,
  removeKeptFile,
} from "#app/db/postgres/files.server.ts";
import { fileTime } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { MultipartProblem, readMultipart } from "./multipart.server.ts";
import { postedForm } from "./read-form.server.ts";

const MAX_PARTS = 100;
const MAX_FILES = 4;
/** Text fields together, pasted rows among them, in bytes. */
const MAX_TEXT = 16 * 1024 * 1024;
/** Abandoned uploads, and those of a process that died, are removed after this long (product/imports.md#imports). */
const LEFT_BEHIND_MS = DAY_MS;

/** An uploaded file on the disk, until `Upload.discard`. */
export interface UploadedFile {
  name: string;
  path: string;
  size: number;
}

export type Upload =
  | {
      ok: true;
      form: FormData;
      /** null: no file was chosen, or it was not to be stored. */
      file: UploadedFile | null;
      /** True if the disk was too full for the file; the other fields are complete. */
      noRoom: boolean;
      discard: () => Promise<void>;
    }
  | { ok: false; problem: "too-large" | "broken" };

/** Folder of uploads in progress, and of those of previews. */
const INCOMING = "incoming";
const incomingFolder = () => join(env().dataDir, INCOMING);

/** Returns the path of an upload, kept for at most a day under the id of what was made from it. */
export const keptUpload = (id: string) => join(incomingFolder(), id);
/** Returns its path in PostgreSQL, where another machine may need it. */
const sharedUpload = (id: string) => `${INCOMING}/${id}`;

/** Keeps an upload beyond its request. */
export async function keepUpload(file: UploadedFile, id: string): Promise<void> {
  await rename(file.path, keptUpload(id));
  await shareUpload(id);
}

/** Keeps pasted text like an upload. */
export async function keepText(text: string, id: string): Promise<void> {
  const file = await create(keptUpload(id));
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await shareUpload(id);
}

async function shareUpload(id: string): Promise<void> {
  const database = filesPool();
  if (database) await keepFile(database, sharedUpload(id), await readFile(keptUpload(id)));
}

/** Returns the path of a kept upload, fetched to this machine if another one received it; the file may be gone. */
export async function findUpload(id: string): Promise<string> {
  const path = keptUpload(id);
  const database = filesPool();
  if (!database || existsSync(path)) return path;
  const content = await readKeptFile(database, sharedUpload(id));
  if (!content) return path;
  const aside = `${path}-${newId()}`;
  await mkdir(incomingFolder(), { recursive: true });
  await writeFile(aside, content, { flag: "wx", mode: 0o600 });
  await rename(aside, path);
  return path;
}

/** Removes a kept upload. */
export async function dropUpload(id: string): Promise<void> {
  await rm(keptUpload(id), { force: true });
  const database = filesPool();
  if (database) await removeKeptFile(database, sharedUpload(id));
}

/**
 * Reads a posted form with one file, which is written to disk and counted as it arrives, up to the limit.
 * @param options.name the file's field; an empty file without a name counts as missing.
 * @param options.maxText bytes of all text fields together, if the default for a pasted list is too many.
 * @param options.store false: the file is skipped, so that the form can be refused with its other fields.
 * @throws the body's error when the connection breaks off; nothing is left then
 */
export async function readUpload(
  request: Request,
  { maxText = MAX_TEXT, ...rest }: { name: string; maxBytes: number; maxText?: number; store: boolean },
): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    return { ok: true, form: await postedForm(request), file: null, noRoom: false, discard: async () => {} };
  }
  const incoming = new Incoming({ ...rest, maxText });
  try {
    await readMultipart(request, { maxParts: MAX_PARTS, maxText }, (head) =>
      head.fileName === null ? incoming.text(head.name) : incoming.file(head.name, head.fileName),
    );
    const file = await incoming.close();
    return {
      ok: true,
      form: incoming.form(),
      file,
      noRoom: incoming.noRoom,
      discard: () => incoming.discard(),
    };
  } catch (error) {
    await incoming.discard();
    if (error instanceof MultipartProblem) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The parts of one form as they arrive. */
class Incoming {
  noRoom = false;
  readonly #options: { name: string; maxBytes: number; maxText: number; store: boolean };
  readonly #texts: { name: string; chunks: Buffer[] }[] = [];
  #textBytes = 0;
  #files = 0;
  #stored: { name: string; path: string; size: number; handle: FileHandle | null } | null = null;

  constructor(options: { name: string; maxBytes: number; maxText: number; store: boolean }) {
    this.#options = options;
  }

  text(name: string) {
    const chunks: Buffer[] = [];
    this.#texts.push({ name, chunks });
    return (bytes: Buffer) => {
      this.#textBytes += bytes.length;
      if (this.#textBytes > this.#options.maxText) throw new MultipartProblem("too-large");
      // A copy: the chunk is much larger than a short field.
      chunks.push(Buffer.from(bytes));
    };
  }

  file(field: string, name: string) {
    this.#files += 1;
    if (this.#files > MAX_FILES) throw new MultipartProblem("too-large");
    const wanted = field === this.#options.name && this.#stored === null;
    const path = join(incomingFolder(), newId());
    const stored = { name, path, size: 0, handle: null };
    if (wanted) this.#stored = stored;
    let size = 0;
    return async (bytes: Buffer) => {
      size += bytes.length;
      if (size > this.#options.maxBytes) throw new MultipartProblem("too-large");
      if (wanted && this.#stored) this.#stored.size = size;
      if (wanted && this.#options.store && !this.noRoom) await this.#write(bytes);
    };
  }

  /**
   * Returns the file once it is complete; null if there is none. An empty file does not exist on disk yet, so it is
   * created.
   */
  async close(): Promise<UploadedFile | null> {
    const stored = this.#stored;
    if (!stored || !this.#options.store || this.noRoom) return null;
    if (stored.size === 0 && stored.name === "") return null;
    if (!stored.handle) await this.#write(Buffer.alloc(0));
    await stored.handle?.close();
    stored.handle = null;
    return this.noRoom ? null : { name: stored.name, path: stored.path, size: stored.size };
  }

  form(): FormData {
    const form = new FormData();
    for (const { name, chunks } of this.#texts) form.append(name, Buffer.concat(chunks).toString("utf8"));
    return form;
  }

  async discard(): Promise<void> {
    const stored = this.#stored;
    this.#stored = null;
    if (!stored) return;
    await stored.handle?.close();
    await rm(stored.path, { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    const stored = this.#stored;
    if (!stored) return;
    try {
      stored.handle ??= await create(stored.path);
      await stored.handle.write(bytes);
    } catch (error) {
      if (outOfResourcesStatus(error) !== 507) throw error;
      this.noRoom = true;
    }
  }
}

/** Removes uploads that were abandoned for a day. */
export async function removeOldUploads(): Promise<void> {
  await mkdir(incomingFolder(), { recursive: true });
  for (const name of await readdir(incomingFolder())) {
    const old = join(incomingFolder(), name);
    const since = statSync(old, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && fileTime().getTime() - since > LEFT_BEHIND_MS) await rm(old, { force: true });
  }
  const database = filesPool();
  if (!database) return;
  for (const old of await keptBefore(database, INCOMING, new Date(fileTime().getTime() - LEFT_BEHIND_MS)))
    await removeKeptFile(database, old);
}

async function create(path: string): Promise<FileHandle> {
  await removeOldUploads();
  return open(path, "wx", 0o600);
}
