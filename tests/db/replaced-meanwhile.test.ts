import type * as Fs from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { clubRow } from "../support/rows.ts";

/** Looks at a path that find no file, as while a restore has moved the old one aside and not yet linked the new one. */
const away = { path: "", looks: 0 };
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof Fs>();
  const gone = (path: unknown) => {
    if (path !== away.path || away.looks === 0) return false;
    away.looks -= 1;
    return true;
  };
  return {
    ...fs,
    existsSync: (path: string) => !gone(path) && fs.existsSync(path),
    statSync: (path: string, options?: Fs.StatSyncOptions) =>
      fs.statSync(gone(path) ? `${path}-gone` : path, options),
  };
});
const { ClubFiles } = await import("#app/db/clubs.server.ts");

test.each([
  ["is the new one when a replacement ends while it is being opened", 1],
  ["counts as being replaced, not missing, when it appears during the check", 3],
])("a club's file %s", async (_, looks) => {
  const folder = mkdtempSync(join(tmpdir(), "goodside-replaced-"));
  const clubs = new ClubFiles({ folder, migrateOnOpen: true });
  await clubs.create(clubRow("hawks1"));
  Object.assign(away, { path: join(folder, "hawks1.sqlite"), looks });
  const opened = clubs.use("hawks1", (db) => db.selectFrom("club").select("code").execute());
  if (looks === 1) expect(await opened).toEqual([{ code: "hawks1" }]);
  else await expect(opened).rejects.toMatchObject({ reason: "replacing" });
  expect(away.looks).toBe(0);
  await clubs.close();
});
