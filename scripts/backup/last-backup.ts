import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceThrough } from "#app/db/copy.server.ts";

const note = z.object({
  to: z.string(),
  finishedAt: z.string(),
  /** Files that could not be copied. */
  failed: z.number(),
  /** Length of the platform's audit log: a shorter one is noticed (product/security.md#audit). */
  audit: z.object({ seq: z.number(), hash: z.string() }).nullable().optional(),
});

/** A data folder's record of its last backup of everything. */
export type LastBackup = z.infer<typeof note>;

const pathOf = (dataDir: string) => join(dataDir, "last-backup.json");

export const noteBackup = (dataDir: string, last: LastBackup): void =>
  replaceThrough(pathOf(dataDir), `${JSON.stringify(last)}\n`);

/** @returns null if none was ever made from here */
export function lastBackupOf(dataDir: string): LastBackup | null {
  const path = pathOf(dataDir);
  return existsSync(path) ? note.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}
