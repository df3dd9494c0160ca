import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "#app/db/engine.server.ts";
import { openWorld, type TestClub, type World } from "../support/world.ts";

/** A temporary folder; the machine's own cleaning takes it away. */
export const folder = (name: string) => mkdtempSync(join(tmpdir(), `goodside-${name}-`));

/** Lakeside with two teams and a game, and Riverside with one team: real files, closed or open as the app has them. */
export async function lakesideAndRiverside(): Promise<{
  world: World;
  lakeside: TestClub;
  riverside: TestClub;
  hawks: string;
  game: string;
}> {
  const world = await openWorld();
  const lakeside = await world.club("Lakeside", { code: "lakeside" });
  const riverside = await world.club("Riverside", { code: "riverside" });
  const hawks = await world.team(lakeside, "Hawks");
  await world.team(lakeside, "Owls");
  await world.team(riverside, "Lions");
  const game = await world.game(lakeside, hawks, 30);
  return { world, lakeside, riverside, hawks, game };
}

export const clubPath = (dataDir: string, code: string) => join(dataDir, "clubs", `${code}.sqlite`);

/** All rows of all tables of a database file, which stays as it is. */
export function rowsOf(path: string): Record<string, unknown[]> {
  const file = openReadOnly(path);
  try {
    const tables = file
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name",
      )
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.map((table) => [table, file.prepare(`select * from "${table}" order by 1, 2`).all()]),
    );
  } finally {
    file.close();
  }
}
