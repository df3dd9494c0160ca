/** `npm run restore -- --from DIR [--club CODE]`: everything while the site is stopped, or one club while it runs. */
import { resolve } from "node:path";
import { env } from "#app/config/env.server.ts";
import { closePlatform, platform } from "#app/db/platform.server.ts";
import { command, Misuse, readArguments, readCode } from "./command/command.ts";
import { restoreClub } from "./restore/club.ts";
import { restoreEverything } from "./restore/everything.ts";

await command("npm run restore -- --from DIR [--club CODE]", async () => {
  const { values } = readArguments({ from: { type: "string" }, club: { type: "string" } });
  if (!values.from) throw new Misuse("Where from? --from DIR is missing");
  const from = resolve(values.from);
  const print = (line: string) => console.log(line);
  if (values.club === undefined) return restoreEverything(env(), from, print);
  const code = readCode(values.club);
  try {
    const { dataDir, mode } = env();
    return await restoreClub({ platform: await platform(), dataDir, mode }, { from, code }, print);
  } finally {
    await closePlatform();
  }
});
