import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openReadOnly } from "#app/db/file-engine.server.ts";
import { openPlatform } from "#app/db/storage/platform.server.ts";

/** The migrations of an older release. */
const OLDER = sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`;

test("a data folder of another mode is refused before anything in it changes", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-mode-"));
  const real = await openPlatform({ dataDir, mode: "production", migrateOnOpen: true });
  await OLDER.execute(real.control);
  await real.close();
  const applied = () => {
    const file = openReadOnly(join(dataDir, "control.sqlite"));
    const names = file.prepare("select name from kysely_migration").pluck().all();
    file.close();
    return names;
  };
  const before = applied();
  await expect(openPlatform({ dataDir, mode: "demo", migrateOnOpen: true })).rejects.toThrow(
    "This data folder was made in production mode and is refused in demo mode",
  );
  expect(applied()).toEqual(before);
});
