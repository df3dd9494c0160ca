import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

// A build of SQLite that silently ignores a setting, as WAL mode lowers 'synchronous'.
let reported = "";
let takes = "";
vi.mock("#app/db/sqlite.server.ts", async (original) => {
  const real = (await original()) as typeof import("#app/db/sqlite.server.ts");
  return {
    ...real,
    SqliteFile: class extends real.SqliteFile {
      override pragma(source: string, options?: { simple?: boolean }): unknown {
        return super.pragma(source === reported ? takes : source, options);
      }
    },
  };
});
const { openFile } = await import("#app/db/file-engine.server.ts");

test.each([
  ["synchronous = FULL", "synchronous = NORMAL"],
  ["foreign_keys = ON", "foreign_keys = OFF"],
  ["journal_mode = WAL", "journal_mode = DELETE"],
])("a file that is set to '%s' but reports '%s' is not used", (setting, other) => {
  const folder = mkdtempSync(join(tmpdir(), "goodside-settings-"));
  [reported, takes] = [setting, other];
  try {
    expect(() => openFile(join(folder, "a.sqlite"), { create: true })).toThrow(/did not take its settings/);
  } finally {
    [reported, takes] = ["", ""];
    rmSync(folder, { recursive: true, force: true });
  }
});
