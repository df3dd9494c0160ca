import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { env } from "#app/config/env.server.ts";
import { replaceThrough } from "#app/db/copy.server.ts";
import {
  filesPool,
  keepFile,
  keptBefore,
  readKeptFile,
  removeKeptFile,
  removeKeptFolder,
  replaceKeptFile,
} from "#app/db/postgres/files.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import {
  type InstallationKeys,
  installationKey,
  installationKeys,
} from "#app/runtime/installation-key.server.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Extra bytes of a sealed file. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES;
/** Suffix of a file that is being written. */
export const IN_WORK = ".new";

/** Returns the path of a club's sealed document, outside of everything that is served. */
const pathOf = (clubCode: string, id: string) => join(env().dataDir, keptAs(clubCode, id));
const FOLDER = "uploads";
/** Returns the path below the data folder, which is also the path in PostgreSQL. */
const keptAs = (clubCode: string, id: string) => `${FOLDER}/${clubCode}/${id}`;

const keyOf = (clubCode: string, key: string) =>
  Buffer.from(hkdfSync("sha256", key, "", `documents of ${clubCode}`, 32));

/**
 * Seals a file into a club's folder (AES-256-GCM under the installation's key): the vector, the content, the tag. It
 * appears under its name only when all of it is on the disk.
 * @returns the SHA-256 of the plain content, in hex
 */
export async function storeDocument(clubCode: string, id: string, from: string): Promise<string> {
  const sealed = { id, clubCode, key: installationKey() };
  const database = filesPool();
  if (!database) {
    await mkdir(join(env().dataDir, FOLDER, clubCode), { recursive: true, mode: 0o700 });
    return sealDocument(from, pathOf(clubCode, id), sealed);
  }
  const aside = `${from}-sealed`;
  try {
    const sha256 = await sealDocument(from, aside, sealed);
    await keepFile(database, keptAs(clubCode, id), await readFile(aside));
    return sha256;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Names a document and the key of the installation that it is sealed for. */
interface Sealed {
  id: string;
  clubCode: string;
  key: string;
}

/**
 * Seals a file from one path to another, even for another installation.
 * @returns as `storeDocument`
 */
export async function sealDocument(
  from: string,
  target: string,
  { id, clubCode, key }: Sealed,
): Promise<string> {
  const aside = `${target}${IN_WORK}`;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(clubCode, key), iv);
  cipher.setAAD(Buffer.from(id));
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const file = createWriteStream(aside, { flags: "wx", mode: 0o600 });
    file.write(iv);
    await pipeline(createReadStream(from), hashing, cipher, file);
    const whole = await open(aside, "a");
    await whole.write(cipher.getAuthTag());
    await whole.sync();
    await whole.close();
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return hash.digest("hex");
}

/**
 * Writes the plain content of a sealed file to a path that only its owner can read.
 * @returns false if the file is missing, was changed, or is sealed for another installation; nothing is written then
 */
export async function unsealDocument(
  path: string,
  to: string,
  { id, clubCode, keys }: Opening,
): Promise<boolean> {
  const key = await fittingKey(path, { id, clubCode, keys });
  if (key === null) return false;
  await pipeline(await plain(path, { id, key }), createWriteStream(to, { flags: "wx", mode: 0o600 }));
  return true;
}

/** Names a document and the keys of the installation, one of which may have sealed it. */
interface Opening {
  id: string;
  clubCode: string;
  keys: readonly string[];
}

/** @returns the derived key that opens a sealed file; null if none does, or there is no such file */
async function fittingKey(path: string, { id, clubCode, keys }: Opening): Promise<Buffer | null> {
  for (const one of keys) {
    const key = keyOf(clubCode, one);
    if (await isWhole(path, { id, key })) return key;
  }
  return null;
}

/**
 * Opens a stored document, after a first pass has shown that it is unchanged.
 * @returns its plain content, or null if the file is missing or was changed
 */
export async function openDocument(
  clubCode: string,
  id: string,
  keys = installationKeys(),
): Promise<ReadableStream<Uint8Array> | null> {
  const path = pathOf(clubCode, id);
  const database = filesPool();
  if (database) {
    const content = await readKeptFile(database, keptAs(clubCode, id));
    const plainContent = content && openSealed(content, { id, clubCode, keys });
    return plainContent && (Readable.toWeb(Readable.from([plainContent])) as ReadableStream<Uint8Array>);
  }
  const key = await fittingKey(path, { id, clubCode, keys });
  return key && (Readable.toWeb(await plain(path, { id, key })) as ReadableStream<Uint8Array>);
}

/**
 * Seals a stored document with the first of the installation keys (product/security.md#secrets). Idempotent.
 * @returns `current`: it already was; `unreadable`: it is missing, was changed, or none of the keys opens it
 */
export async function sealDocumentAgain(
  clubCode: string,
  id: string,
  keys: InstallationKeys,
): Promise<"current" | "sealed" | "unreadable"> {
  const database = filesPool();
  const path = pathOf(clubCode, id);
  const sealed = database
    ? await readKeptFile(database, keptAs(clubCode, id))
    : await readFile(path).catch(nullIfMissing);
  if (!sealed) return "unreadable";
  const again = sealedAgain(sealed, { id, clubCode, keys });
  if (again === null) return "unreadable";
  if (again === sealed) return "current";
  if (database) await replaceKeptFile(database, keptAs(clubCode, id), { before: sealed, after: again });
  else replaceThrough(path, again);
  return "sealed";
}

/**
 * Seals a document with the first of the keys.
 * @returns the same buffer if it is sealed with that one; null if none of them opens it
 */
export function sealedAgain(sealed: Buffer, { id, clubCode, keys }: Opening): Buffer | null {
  const [first = "", ...others] = keys;
  if (openSealed(sealed, { id, clubCode, keys: [first] })) return sealed;
  const plainContent = openSealed(sealed, { id, clubCode, keys: others });
  if (!plainContent) return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(clubCode, first), iv);
  cipher.setAAD(Buffer.from(id));
  return Buffer.concat([iv, cipher.update(plainContent), cipher.final(), cipher.getAuthTag()]);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** @returns the plain content; null if it was changed */
function openSealed(sealed: Buffer, { id, clubCode, keys }: Opening): Buffer | null {
  for (const key of keys) {
    const content = openWith(sealed, { id, key: keyOf(clubCode, key) });
    if (content) return content;
  }
  return null;
}

function openWith(sealed: Buffer, { id, key }: { id: string; key: Buffer }): Buffer | null {
  if (sealed.length < SEAL_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    if (isChanged(error)) return null;
    throw error;
  }
}

/** Detects Node's error for a tag that does not match. */
const isChanged = (error: unknown) => error instanceof Error && /authenticate/.test(error.message);

/** Tells whether a sealed file exists and is the one that was stored. */
async function isWhole(path: string, sealed: { id: string; key: Buffer }): Promise<boolean> {
  if (!existsSync(path) || statSync(path).size < SEAL_BYTES) return false;
  try {
    await pipeline(await plain(path, sealed), async (content) => {
      for await (const _ of content as AsyncIterable<Buffer>);
    });
    return true;
  } catch (error) {
    if (isChanged(error)) return false;
    throw error;
  }
}

/**
 * Describes the problem of a stored document for operators; null for an intact one.
 * @param about.keys the installation's keys; without any only the size is checked
 */
export async function documentProblem(
  path: string,
  { id, clubCode, bytes, keys }: Opening & { bytes: number },
): Promise<string | null> {
  if (!existsSync(path)) return "the file is missing";
  const { size } = statSync(path);
  if (size !== bytes + SEAL_BYTES) return `the file has ${size} bytes, not ${bytes + SEAL_BYTES}`;
  if (keys.length === 0 || (await fittingKey(path, { id, clubCode, keys }))) return null;
  return "the file was changed after it was stored";
}

async function plain(path: string, { id, key }: { id: string; key: Buffer }): Promise<Readable> {
  const { size } = await stat(path);
  const file = await open(path, "r");
  const iv = Buffer.alloc(IV_BYTES);
  const tag = Buffer.alloc(TAG_BYTES);
  await file.read(iv, 0, IV_BYTES, 0);
  await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  await file.close();
  const decipher = createDecipheriv("aes-256-gcm", key, iv);
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(tag);
  const sealed = createReadStream(path, { start: IV_BYTES, end: size - TAG_BYTES - 1 });
  sealed.on("error", (error) => decipher.destroy(error));
  return sealed.pipe(decipher);
}

/** Removes a document's file. One that is gone already is fine. */
export async function removeDocument(clubCode: string, id: string): Promise<void> {
  const database = filesPool();
  if (database) await removeKeptFile(database, keptAs(clubCode, id));
  else await rm(pathOf(clubCode, id), { force: true });
}

/** Removes all of a club's documents. */
export async function removeDocumentsOf(clubCode: string): Promise<void> {
  const database = filesPool();
  if (database) await removeKeptFolder(database, `${FOLDER}/${clubCode}`);
  else await rm(join(env().dataDir, FOLDER, clubCode), { recursive: true, force: true });
}

/**
 * Removes files that no row names, a day after they were written: of an upload whose process died, or that was refused.
 * @param isKnown whether a club has a document with an id
 * @param at a `fileTime`
 * @returns how many were removed
 */
export async function sweepDocuments(
  isKnown: (clubCode: string, id: string) => boolean,
  at: Date,
): Promise<number> {
  const database = filesPool();
  if (!database) {
    const lost = await lostDocuments(env().dataDir, isKnown, at);
    for (const path of lost) await rm(path, { force: true });
    return lost.length;
  }
  const lost = await lostInDatabase(database, isKnown, at);
  for (const path of lost) await removeKeptFile(database, path);
  return lost.length;
}

async function lostInDatabase(
  database: pg.Pool,
  isKnown: (clubCode: string, id: string) => boolean,
  at: Date,
): Promise<string[]> {
  const paths = await keptBefore(database, FOLDER, new Date(at.getTime() - DAY_MS));
  return paths.filter((path) => {
    const [, clubCode = "", id = ""] = path.split("/");
    return !isKnown(clubCode, id);
  });
}

/** Lists the files that {@link sweepDocuments} removes. */
export async function lostDocuments(
  dataDir: string,
  isKnown: (clubCode: string, id: string) => boolean,
  at: Date,
): Promise<string[]> {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return [];
  const lost: string[] = [];
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const clubCode = file.parentPath.slice(folder.length + 1);
    // A folder that begins with a dot is one that a restore or an import is filling.
    if (!file.isFile() || clubCode.startsWith(".") || isKnown(clubCode, file.name)) continue;
    const path = join(file.parentPath, file.name);
    // Removed meanwhile, or written today: its row may still come.
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? at.getTime();
    if (at.getTime() - written > DAY_MS) lost.push(path);
  }
  return lost;
}
