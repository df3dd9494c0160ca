/** `npm run club -- export CODE [--to FILE]` and `import FILE [--replace]`: a whole club in one file. */

import { env } from "#app/config/env.server.ts";
import { closePlatform, platform } from "#app/db/platform.server.ts";
import { exportClub } from "./club/export.ts";
import { importClub } from "./club/import.ts";
import { command, Misuse, readArguments, readCode } from "./command/command.ts";

const USAGE = "npm run club -- export CODE [--to FILE], or: npm run club -- import FILE [--replace]";

await command(USAGE, async () => {
  const { values, positionals } = readArguments({ to: { type: "string" }, replace: { type: "boolean" } });
  const [what, which, ...more] = positionals;
  if (what !== "export" && what !== "import") throw new Misuse("export or import?");
  if (!which || more.length > 0) throw new Misuse("Which club, or which file?");
  const print = (line: string) => console.log(line);
  const { dataDir, mode } = env();
  try {
    const installation = { platform: await platform(), dataDir, mode };
    if (what === "export") {
      const code = readCode(which);
      await exportClub(installation, { code, to: values.to ?? `${code}.club` }, print);
    } else await importClub(installation, { from: which, replace: values.replace }, print);
  } finally {
    await closePlatform();
  }
  return { failed: false };
});
