/**
 * `npm run backup -- --to DIR [--club CODE] [--all]`: copies changed files while the site runs; on PostgreSQL, dumps
 * everything.
 */
import { resolve } from "node:path";
import { backUp } from "./backup/backup.ts";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { dumpDatabase } from "./database/dump.ts";

export const main = command(
  "npm run backup -- --to DIR [--club CODE] [--all]",
  async ({ args, env, print }) => {
    const { values } = readArguments(args, {
      to: { type: "string" },
      club: { type: "string" },
      all: { type: "boolean" },
    });
    if (!values.to) throw new Misuse("Where to? --to DIR is missing");
    const club = values.club === undefined ? undefined : readCode(values.club);
    if (env().databaseUrl) {
      if (club) throw new Misuse("A dump of PostgreSQL is of all clubs: leave out --club");
      await dumpDatabase(env(), resolve(values.to), print);
      return { failed: false };
    }
    const options = { dataDir: env().dataDir, to: resolve(values.to), club, all: values.all };
    const failed = await backUp(options, print);
    return { failed: failed > 0 };
  },
);

await runIfStarted(import.meta.url, main);
