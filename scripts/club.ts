/**
 * `npm run club -- export CODE [--to FILE]` and `import FILE [--replace]`: a whole club in one file; `move CODE --to
 * TARGET`: a club to another installation; `move --all --to TARGET`: a stopped one from files to PostgreSQL, or back;
 * `erase CODE --reason TEXT --erase`: a club on a legal request, with a certificate.
 */
import { existsSync } from "node:fs";
import { filesPool } from "#app/db/postgres/files.server.ts";
import { eraseClubNow } from "./club/erase.ts";
import { exportClub } from "./club/export.ts";
import { importClub } from "./club/import.ts";
import { moveEverything } from "./club/move-all.ts";
import { cancelMove, moveClub } from "./club/move-club.ts";
import { placeOf, readPlace } from "./club/place.ts";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";

const USAGE =
  "npm run club -- export CODE [--to FILE], or: npm run club -- import FILE [--replace], or: npm run club -- move CODE|--all --to postgres://…|FOLDER, or: npm run club -- move CODE --cancel, or: npm run club -- erase CODE --reason TEXT --erase";

export const main = command(USAGE, async ({ args, env, print }) => {
  const { values, positionals } = readArguments(
    args,
    {
      to: { type: "string" },
      replace: { type: "boolean" },
      all: { type: "boolean" },
      cancel: { type: "boolean" },
      reason: { type: "string" },
      erase: { type: "boolean" },
    },
    { words: true },
  );
  const [what, which, ...more] = positionals;
  if (what === "move") {
    if (more.length > 0 || Boolean(which) === Boolean(values.all)) throw new Misuse("Which club, or --all?");
    hideArguments();
    const settings = env();
    const { mode, installationKey: key, dataDir } = settings;
    const from = placeOf(settings);
    if (values.cancel && which)
      await cancelMove({ from, mode, keys: settings, code: readCode(which) }, print);
    else {
      if (!values.to || values.cancel) throw new Misuse("Where to? --to is missing");
      const to = readPlace(values.to, dataDir);
      if (which) await moveClub({ from, to, mode, keys: settings, code: readCode(which) }, print);
      else await moveEverything({ from, to, mode, key }, print);
    }
    return { failed: false };
  }
  if (what === "erase") {
    if (!which || more.length > 0) throw new Misuse("Which club?");
    const erasing = { code: readCode(which), reason: values.reason, erase: values.erase ?? false };
    await withPlatform(env(), (platform) => eraseClubNow(platform, erasing, print));
    return { failed: false };
  }
  if (what !== "export" && what !== "import") throw new Misuse("export, import, move or erase?");
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

/** Removes the database address from the process list, because it may hold a password. */
function hideArguments(): void {
  process.title = "goodside club move";
}

await runIfStarted(import.meta.url, main);
