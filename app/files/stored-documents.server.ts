import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { env } from "#app/config/env.server.ts";
import { installationKey } from "#app/runtime/installation-key.server.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where a club's document lies, sealed: outside of everything that is served. */
const pathOf = (clubCode: string, id: string) => join(env().dataDir, "uploads", clubCode, id);

const keyOf = (clubCode: string) =>
  Buffer.from(hkdfSync("sha256", installationKey(), "", `documents of ${clubCode}`, 32));

/**
 * Seals a file into a club's folder (AES-256-GCM under the installation's key): the vector, the content, the tag. It
 * appears under its name only when all of it is on the disk.
 * @returns the SHA-256 of the plain content, in hex
 */
export async function storeDocument(clubCode: string, id: string, from: string): Promise<string> {
  const target = pathOf(clubCode, id);
  const aside = `${target}.new`;
  await mkdir(join(env().dataDir, "uploads", clubCode), { recursive: true, mode: 0o700 });
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(clubCode), iv);
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
 * Opens a stored document, after a first reading has shown that nobody changed it.
 * @returns its plain content, or null where the file is missing or was changed
 */
export async function openDocument(clubCode: string, id: string): Promise<ReadableStream<Uint8Array> | null> {
  const path = pathOf(clubCode, id);
  if (!existsSync(path)) return null;
  try {
    await pipeline(await plain(path, clubCode, id), async (content) => {
      for await (const _ of content as AsyncIterable<Buffer>);
    });
  } catch (error) {
    // What Node says where the tag does not fit.
    if (error instanceof Error && /authenticate/.test(error.message)) return null;
    throw error;
  }
  return Readable.toWeb(await plain(path, clubCode, id)) as ReadableStream<Uint8Array>;
}

async function plain(path: string, clubCode: string, id: string): Promise<Readable> {
  const { size } = await stat(path);
  const file = await open(path, "r");
  const iv = Buffer.alloc(IV_BYTES);
  const tag = Buffer.alloc(TAG_BYTES);
  await file.read(iv, 0, IV_BYTES, 0);
  await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  await file.close();
  const decipher = createDecipheriv("aes-256-gcm", keyOf(clubCode), iv);
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(tag);
  const sealed = createReadStream(path, { start: IV_BYTES, end: size - TAG_BYTES - 1 });
  sealed.on("error", (error) => decipher.destroy(error));
  return sealed.pipe(decipher);
}

/** Removes a document's file. One that is gone already is fine. */
export async function removeDocument(clubCode: string, id: string): Promise<void> {
  await rm(pathOf(clubCode, id), { force: true });
}
