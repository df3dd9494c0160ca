/**
 * `npm run restore -- --from DIR [--club CODE]`: everything while the site is stopped, or one club while it runs. Of
 * PostgreSQL `--from FILE` fills a new database from a dump, and `--recovered` notes that one was brought back to an
 * earlier moment by PostgreSQL's own means.
 */
import { resolve } from "node:path";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";
import { restoreDump, settleOlderState } from "./database/dump.ts";
import { restoreClub } from "./restore/club.ts";
import { restoreEverything } from "./restore/everything.ts";

const USAGE = "npm run restore -- --from DIR [--club CODE] | --from FILE | --recovered";

export const main = command(USAGE, async ({ args, env, print }) => {
  const { values } = readArguments(args, {
    from: { type: "string" },
    club: { type: "string" },
    recovered: { type: "boolean" },
  });
  if (env().databaseUrl) {
    if (values.club !== undefined)
      throw new Misuse("With PostgreSQL all clubs are restored: leave out --club");
    if (values.recovered) await settleOlderState(env(), print);
    else if (values.from) await restoreDump(env(), resolve(values.from), print);
    else throw new Misuse("Where from? --from FILE is missing");
    return { failed: false };
  }
  if (values.recovered) throw new Misuse("--recovered is for PostgreSQL: DATABASE_URL is not set");
  if (!values.from) throw new Misuse("Where from? --from DIR is missing");
  const from = resolve(values.from);
  if (values.club === undefined) return restoreEverything(env(), from, print);
  const code = readCode(values.club);
  const { dataDir, mode } = env();
  return withPlatform(env(), (platform) => restoreClub({ platform, dataDir, mode }, { from, code }, print));
});

await runIfStarted(import.meta.url, main);
