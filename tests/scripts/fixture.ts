import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorld, type TestClub, type World } from "../support/world.ts";

// The app reads its settings when its first file is imported: the world's folder has to exist before.
const opened = await openWorld();
export const { hashOfFile, inspectFile } = await import("#app/db/copy.server.ts");
export const { openFile, openReadOnly } = await import("#app/db/file-engine.server.ts");
export const { holdLock } = await import("#app/db/sqlite.server.ts");
export const { BUILDING, ClubFiles } = await import("#app/db/clubs.server.ts");
export const { replaceClubFile } = await import("#app/db/replace.server.ts");
export const { openPlatform } = await import("#app/db/storage/platform.server.ts");
export const { newId } = await import("#app/runtime/ids.server.ts");
export const { backUp } = await import("../../scripts/backup/backup.ts");
export const { readManifest, writeManifest } = await import("#app/db/backup-manifest.server.ts");
export const { migrateEverything } = await import("../../scripts/migrate/everything.ts");
export const { restoreClub } = await import("../../scripts/restore/club.ts");
export const { restoreEverything } = await import("../../scripts/restore/everything.ts");
export const { verifyData } = await import("../../scripts/verify/data.ts");
export const { verifyBackup } = await import("../../scripts/verify/backup.ts");
export const { exportClub } = await import("../../scripts/club/export.ts");
export const { importClub } = await import("../../scripts/club/import.ts");
export const { CLUB_TABLES } = await import("../../scripts/club/control-rows.ts");
export const { openClubArchive } = await import("../../scripts/club/club-archive.ts");

/** Creates a temporary folder; the machine's own cleaning removes it. */
export const folder = (name: string) => mkdtempSync(join(tmpdir(), `goodside-${name}-`));

/**
 * Creates Lakeside with two teams and a game, and Riverside with one team: real files, closed or open as the app has
 * them.
 */
export async function lakesideAndRiverside(): Promise<{
  world: World;
  lakeside: TestClub;
  riverside: TestClub;
  hawks: string;
  game: string;
}> {
  const world = opened;
  const lakeside = await world.club("Lakeside", { code: "lakeside" });
  const riverside = await world.club("Riverside", { code: "riverside" });
  const hawks = await world.team(lakeside, "Hawks");
  await world.team(lakeside, "Owls");
  await world.team(riverside, "Lions");
  const game = await world.game(lakeside, hawks, 30);
  return { world, lakeside, riverside, hawks, game };
}

export const clubPath = (dataDir: string, code: string) => join(dataDir, "clubs", `${code}.sqlite`);

/** Reads all rows of all tables of a database file, sorted; the file stays unchanged. */
export function rowsOf(path: string): Record<string, unknown[]> {
  const file = openReadOnly(path);
  try {
    const tables = file
      .prepare(
        // Without the internals of text indexes: they are not content, and depend on the order of changes.
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%' order by name",
      )
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.map((table) => [table, inOrder(file.prepare(`select * from "${table}"`).all())]),
    );
  } finally {
    file.close();
  }
}

/** Sorts rows by their values, in their columns' order: without a key or a second column. */
const inOrder = (rows: unknown[]) =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);
