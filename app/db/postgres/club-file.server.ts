import type { ClubDb } from "../club/schema.ts";
import { writeThrough } from "../copy.server.ts";
import { readOneMoment } from "../engine.server.ts";
import { fillClubFile, makeTemplate } from "../new-club-file.server.ts";
import { fillFile } from "../whole-tables.server.ts";

/** Writes a club's rows of one moment into a new file at a path, which is as its own would be. */
export async function writeClubFile(db: ClubDb, path: string): Promise<void> {
  const { bytes } = await readOneMoment(db, async (rows) =>
    fillClubFile(await makeTemplate(), (file) => fillFile(file, rows)),
  );
  writeThrough(path, bytes);
}
