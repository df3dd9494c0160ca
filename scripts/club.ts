/** `npm run club -- export CODE [--to FILE]` and `import FILE [--replace]`: a whole club in one file. */
import { existsSync } from "node:fs";
import { filesPool } from "#app/db/postgres/files.server.ts";
import { exportClub } from "./club/export.ts";
import { importClub } from "./club/import.ts";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";

const USAGE = "npm run club -- export CODE [--to FILE], or: npm run club -- import FILE [--replace]";

export const main = command(USAGE, async ({ args, env, print }) => {
  const options = { to: { type: "string" }, replace: { type: "boolean" } } as const;
  const { values, positionals } = readArguments(args, options, { words: true });
  const [what, which, ...more] = positionals;
  if (what !== "export" && what !== "import") throw new Misuse("export or import?");
  if (!which || more.length > 0) throw new Misuse("Which club, or which file?");
  if (what === "import" && !existsSync(which)) throw new Error(`There is no file ${which}`);
  const { dataDir, mode } = env();
  await withPlatform(env(), async (platform) => {
    const installation = { platform, dataDir, mode, kept: filesPool() };
    if (what === "export") {
      const code = readCode(which);
      await exportClub(installation, { code, to: values.to ?? `${code}.club` }, print);
    } else await importClub(installation, { from: which, replace: values.replace }, print);
  });
  return { failed: false };
});

await runIfStarted(import.meta.url, main);
