/** What an operator runs, as a process to be cut off: `operators.ts migrate|back-up DATA_DIR [TO]`. */
import { writeSync } from "node:fs";
import { backUp } from "#scripts/backup/backup.ts";
import { migrateEverything } from "#scripts/migrate/everything.ts";

const [what = "", dataDir = "", to = ""] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);

if (what === "migrate") {
  await migrateEverything(
    { dataDir, mode: "test" },
    say,
    new URL("./later-release.ts", import.meta.url).href,
  );
} else {
  // Again and again, so that the cut also falls between two backups and at their ends.
  for (;;) await backUp({ dataDir, to, all: true }, say);
}
