/** `npm run restore -- --from DIR [--club CODE]`: everything while the site is stopped, or one club while it runs. */
import { resolve } from "node:path";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";
import { restoreClub } from "./restore/club.ts";
import { restoreEverything } from "./restore/everything.ts";

export const main = command("npm run restore -- --from DIR [--club CODE]", async ({ args, env, print }) => {
  const { values } = readArguments(args, { from: { type: "string" }, club: { type: "string" } });
  if (!values.from) throw new Misuse("Where from? --from DIR is missing");
  const from = resolve(values.from);
  if (values.club === undefined) return restoreEverything(env(), from, print);
  const code = readCode(values.club);
  const { dataDir, mode } = env();
  return withPlatform(env(), (platform) => restoreClub({ platform, dataDir, mode }, { from, code }, print));
});

await runIfStarted(import.meta.url, main);
