import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { importsOf } from "#tests/architecture/sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Tests of the file engine only, with the reason: a file, or a whole folder. */
const ABOUT_FILES: Record<string, string> = {
  "tests/browser/": "pages look alike on both engines",
  "tests/bench/": "figures of the bench, whose rows are in files",
  "tests/durability/power.slow": "what a power cut leaves of files",
  "tests/durability/room.slow": "a full disk under the files",
  "tests/durability/restore.slow": "files that are replaced by a backup's",
  "tests/durability/copy.slow": "the continuous copy of files",
  "tests/durability/swap.slow": "a club's file that takes another's place",
  "tests/db/new-club.test.ts": "how a club's file is made",
  "tests/scripts/backup.test.ts": "backups of files",
  "tests/scripts/restore.test.ts": "backups of files",
  "tests/scripts/verify": "backups of files",
  "tests/scripts/copy": "the continuous copy of files",
  "tests/scripts/club.test.ts": "clubs' files that are moved and replaced",
  "tests/scripts/commands.test.ts": "what the commands over files answer",
  "tests/scripts/doctor.test.ts": "files that are missing, damaged or in the way",
  "tests/scripts/migrate.test.ts": "files that are migrated one by one",
  "tests/journeys/support/restore-club.test.ts": "a club's file from a backup",
  "tests/journeys/email-words/restored-words.test.ts": "a backup of files",
  "tests/routes/admin/support/copies.test.ts": "a club's file from a backup",
  "tests/routes/club/club-unavailable.test.ts": "files that are damaged, missing or replaced",
  "tests/domain/club/rewards/plans.test.ts": "SQLite's plans of statements",
  "tests/routes/club/ratings/commits.test.ts": "how often a file is committed to",
};

/**
 * Lists the test files that touch data, without those about files.
 * @param paths parts of the wanted paths; without any, all quick ones, or all slow ones
 */
export function filesForPostgres(paths: readonly string[], suite: "quick" | "slow"): string[] {
  const isWanted = (path: string) =>
    paths.length > 0
      ? paths.some((part) => path.includes(part))
      : path.includes(".slow.") === (suite === "slow");
  return readdirSync(`${root}tests`, { recursive: true, encoding: "utf8" })
    .map((path) => `tests/${path}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && isWanted(path))
    .filter((path) => !Object.keys(ABOUT_FILES).some((about) => path.startsWith(about)))
    .filter((path) => path.includes("/postgres/") || touchesData(path))
    .sort();
}

/** Tells whether a test, or anything in tests/ that it imports, takes a database of its own. */
function touchesData(path: string, seen = new Set<string>()): boolean {
  if (path === "tests/support/own-database.ts") return true;
  if (seen.has(path)) return false;
  seen.add(path);
  const imports = importsOf(path, readFileSync(root + path, "utf8"));
  return imports.some(({ to }) => to.startsWith("tests/") && touchesData(to, seen));
}
