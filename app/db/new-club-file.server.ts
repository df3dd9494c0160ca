import { linkSync, unlinkSync } from "node:fs";
import { newId } from "#app/runtime/ids.server.ts";
import { migrations } from "#migrations/club/index.ts";
import type { ClubDb, ClubSchema, ClubTable } from "./club/schema.ts";
import { inTransaction } from "./engine.server.ts";
import { kyselyOver, openMemory } from "./file-engine.server.ts";
import { migrate } from "./migrate.server.ts";

/** The journal mode in a SQLite header; 2 is WAL, as `openFile` would set it. */
const JOURNAL_BYTES = [18, 19];
const WAL = 2;

/** Fills a copy of the template in memory, so that the file takes a single write. */
export async function fillClubFile<Result>(
  template: Buffer,
  fill: (db: ClubDb) => Promise<Result>,
): Promise<{ bytes: Buffer; result: Result }> {
  const memory = openMemory(template);
  const db = kyselyOver<ClubSchema>(memory);
  try {
    const result = await inTransaction(db, fill);
    return { bytes: walBytes(memory), result };
  } finally {
    await db.destroy();
  }
}

/** An empty, migrated club file kept open in memory: reading its schema costs more than a new club's rows. */
export interface OpenTemplate {
  /** Returns the bytes of a file that holds this club and nothing else. */
  bytesFor(club: ClubTable): Buffer;
}

export async function openTemplate(): Promise<OpenTemplate> {
  const memory = openMemory();
  const db = kyselyOver<ClubSchema>(memory);
  await migrate(db, migrations);
  // A handle stamps a change when it commits, which this one never does.
  const stamp = memory.prepare("update change_stamp set version = ?");
  return {
    bytesFor(club) {
      const { sql, parameters } = db.insertInto("club").values(club).compile();
      memory.exec("begin");
      try {
        memory.prepare(sql).run(parameters);
        stamp.run(newId());
        return walBytes(memory);
      } finally {
        // Restores every page, so that no byte of this club is in the next one's file.
        memory.exec("rollback");
      }
    },
  };
}

function walBytes(memory: ReturnType<typeof openMemory>): Buffer {
  const bytes = memory.serialize();
  for (const at of JOURNAL_BYTES) bytes[at] = WAL;
  return bytes;
}

/** Makes an empty, migrated club file as bytes. */
export async function makeTemplate(): Promise<Buffer> {
  const memory = openMemory();
  const db = kyselyOver<ClubSchema>(memory);
  await migrate(db, migrations);
  const bytes = memory.serialize();
  await db.destroy();
  return bytes;
}

/** Gives a finished file its name. @returns false if that name is taken. */
export function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  unlinkSync(from);
  return true;
}
