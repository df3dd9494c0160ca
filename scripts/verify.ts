/**
 * `npm run verify [-- --data DIR] [--club CODE] [--quick]`: names what is broken in a data folder, a database or a
 * backup.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isBackup } from "#app/db/backup-manifest.server.ts";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { verifyDatabase } from "./database/verify.ts";
import { verifyBackup } from "./verify/backup.ts";
import { verifyData } from "./verify/data.ts";

const USAGE = "npm run verify [-- --data DIR] [--club CODE] [--quick]";

export const main = command(USAGE, async ({ args, env, print }) => {
  const { values } = readArguments(args, {
    data: { type: "string" },
    club: { type: "string" },
    quick: { type: "boolean" },
  });
  const club = values.club === undefined ? undefined : readCode(values.club);
  if (values.data === undefined && env().databaseUrl) {
    const { broken } = await verifyDatabase(env(), { club, quick: values.quick }, print);
    return { failed: broken > 0 };
  }
  const folder = values.data === undefined ? env().dataDir : resolve(values.data);
  if (!existsSync(folder)) throw new Misuse(`There is no folder ${folder}`);
  const verify = isBackup(folder) ? verifyBackup : verifyData;
  const { broken } = await verify(folder, { club, quick: values.quick, keys: env() }, print);
  return { failed: broken > 0 };
});

await runIfStarted(import.meta.url, main);
