import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, open, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Node's own threads for files and hashing. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

/**
 * Keeps every thread of Node waiting for pipes that never get data, so that no password is hashed until it is released:
 * the queue for that then fills up on any machine. Import everything before.
 */
export async function holdHashing(): Promise<{ release(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "goodside-hold-"));
  const pipes = Array.from({ length: THREADS }, (_, n) => join(folder, `pipe-${n}`));
  execFileSync("mkfifo", pipes);
  const held = pipes.map(
    (pipe) =>
      new Promise<void>((resolve, reject) =>
        open(pipe, "r", (error, descriptor) => {
          if (error) return reject(error);
          closeSync(descriptor);
          resolve();
        }),
      ),
  );
  return {
    async release() {
      // Opening a pipe to write waits for its reader, which exists.
      for (const pipe of pipes) closeSync(openSync(pipe, "w"));
      await Promise.all(held);
      rmSync(folder, { recursive: true });
    },
  };
}
