/** An operator's script as a process to be killed: `operators.ts migrate|back-up DATA_DIR [TO]`. */
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
  // In a loop, so that the kill also falls between two backups and at their ends.
  for (;;) await backUp({ dataDir, to, all: true }, say);
}
