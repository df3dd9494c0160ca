/** `npm run verify [-- --data DIR] [--club CODE] [--quick]`: names what is broken in a data folder or a backup. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { env } from "#app/config/env.server.ts";
import { isBackup } from "./backup/manifest.ts";
import { command, Misuse, readArguments, readCode } from "./command/command.ts";
import { verifyBackup } from "./verify/backup.ts";
import { verifyData } from "./verify/data.ts";

await command("npm run verify [-- --data DIR] [--club CODE] [--quick]", async () => {
  const { values } = readArguments({
    data: { type: "string" },
    club: { type: "string" },
    quick: { type: "boolean" },
  });
  const folder = values.data === undefined ? env().dataDir : resolve(values.data);
  if (!existsSync(folder)) throw new Misuse(`There is no folder ${folder}`);
  const club = values.club === undefined ? undefined : readCode(values.club);
  const verify = isBackup(folder) ? verifyBackup : verifyData;
  const { broken } = await verify(folder, { club, quick: values.quick }, (line) => console.log(line));
  return { failed: broken > 0 };
});
