import { copyFileSync, rmSync } from "node:fs";
import { migrations as club } from "#migrations/club/index.ts";
import { migrations as control } from "#migrations/control/index.ts";
import { flush, hashOfFile, inspectFile } from "./copy.server.ts";
import { kyselyOver, openFile } from "./file-engine.server.ts";
import type { FileKind } from "./inspect.server.ts";
import { migrate } from "./migrate.server.ts";

const LISTS = { club, control };

export interface FetchTask {
  kind: FileKind;
  /** The club's code, or 'control'. */
  name: string;
  /** The copy in the backup. */
  from: string;
  sha256: string;
  /** The target: a name that the app never opens. */
  to: string;
}

/**
 * Copies one file out of a backup, checks its hash, integrity and owner, and migrates it. Leaves nothing behind if it
 * fails.
 */
export async function fetchCopy({ kind, name, from, sha256, to }: FetchTask): Promise<void> {
  try {
    copyFileSync(from, to);
    if ((await hashOfFile(to)) !== sha256) throw new Error("the copy is damaged: it does not have its hash");
    const { problems, owner } = inspectFile(to, kind);
    if (problems.length > 0) throw new Error(`the copy is damaged: ${problems.join("; ")}`);
    if (kind === "club" && owner !== name) throw new Error(`the copy belongs to ${owner?.toUpperCase()}`);
    const db = kyselyOver<never>(openFile(to));
    try {
      await migrate(db, LISTS[kind]);
    } finally {
      await db.destroy();
    }
    flush(to);
  } catch (error) {
    for (const part of ["", "-wal", "-shm"]) rmSync(to + part, { force: true });
    throw error;
  }
}
