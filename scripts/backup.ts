/** `npm run backup -- --to DIR [--club CODE] [--all]`: copies what has changed, while the site runs. */
import { resolve } from "node:path";
import { env } from "#app/config/env.server.ts";
import { backUp } from "./backup/backup.ts";
import { command, Misuse, readArguments, readCode } from "./command/command.ts";

await command("npm run backup -- --to DIR [--club CODE] [--all]", async () => {
  const { values } = readArguments({
    to: { type: "string" },
    club: { type: "string" },
    all: { type: "boolean" },
  });
  if (!values.to) throw new Misuse("Where to? --to DIR is missing");
  const club = values.club === undefined ? undefined : readCode(values.club);
  const options = { dataDir: env().dataDir, to: resolve(values.to), club, all: values.all };
  const failed = await backUp(options, (line) => console.log(line));
  return { failed: failed > 0 };
});
