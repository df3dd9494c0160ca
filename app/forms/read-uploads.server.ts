import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { MultipartProblem, readMultipart } from "./multipart.server.ts";

const MAX_PARTS = 100;
/** Bytes of a text field; the form has short ones. */
const MAX_TEXT = 64 * 1024;

/** One of several uploaded files, on the disk until `discard`. */
export interface UploadedFile {
  name: string;
  path: string;
  size: number;
  /** True if it had more bytes than allowed; the received ones are dropped. */
  tooLarge: boolean;
}

export type Uploads =
  | { ok: true; files: UploadedFile[]; discard: () => Promise<void> }
  | { ok: false; problem: "too-many" | "broken" | "no-room" };

/**
 * Reads a posted form's files of one field, each written to disk and counted as it arrives: files over the limit are
 * skipped, the others kept.
 * @throws the body's error when the connection breaks off; nothing is left then
 */
export async function readUploads(
  request: Request,
  { field, maxBytes, maxFiles }: { field: string; maxBytes: number; maxFiles: number },
): Promise<Uploads> {
  const files: UploadedFile[] = [];
  const handles: FileHandle[] = [];
  const discard = async () => {
    await Promise.all(handles.map((handle) => handle.close().catch(ignoreClosed)));
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  };
  const folder = join(env().dataDir, "incoming");
  await mkdir(folder, { recursive: true });
  try {
    await readMultipart(request, { maxParts: MAX_PARTS, maxText: MAX_TEXT }, (head) => {
      if (head.name !== field || !head.fileName) return () => {};
      if (files.length === maxFiles) throw new MultipartProblem("too-large");
      const file = { name: head.fileName, path: join(folder, newId()), size: 0, tooLarge: false };
      files.push(file);
      let handle: FileHandle | null = null;
      return async (bytes) => {
        file.size += bytes.length;
        if (file.size > maxBytes) file.tooLarge = true;
        if (file.tooLarge) return;
        if (!handle) {
          handle = await open(file.path, "wx", 0o600);
          handles.push(handle);
        }
        await handle.write(bytes);
      };
    });
    await Promise.all(handles.map((handle) => handle.close()));
    return { ok: true, files, discard };
  } catch (error) {
    await discard();
    if (error instanceof MultipartProblem)
      return { ok: false, problem: error.problem === "too-large" ? "too-many" : "broken" };
    if (outOfResourcesStatus(error) === 507) return { ok: false, problem: "no-room" };
    throw error;
  }
}

/** Ignores EBADF of a handle that is already closed: closing it twice is harmless. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EBADF") throw error;
}
