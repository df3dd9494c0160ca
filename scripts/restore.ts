/** `npm run restore -- --from DIR`: everything while the site is stopped, or one club (`--club CODE`) while it runs. */
import { resolve } from "node:path";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";
import { restoreClub } from "./restore/club.ts";
import { restoreEverything } from "./restore/everything.ts";

const USAGE = "npm run restore -- --from DIR [--take-over | --club CODE [--before TIME]]";

export const main = command(USAGE, async ({ args, env, print }) => {
  const { values } = readArguments(args, {
    from: { type: "string" },
    club: { type: "string" },
    before: { type: "string" },
    "take-over": { type: "boolean" },
  });
  if (!values.from) throw new Misuse("Where from? --from DIR is missing");
  const from = resolve(values.from);
  const takeOver = values["take-over"] ?? false;
  if (values.club === undefined) {
    if (values.before !== undefined) throw new Misuse("--before is for one club: --club CODE is missing");
    return restoreEverything(env(), from, print, { takeOver });
  }
  if (takeOver) throw new Misuse("--take-over is for everything, not for one club");
  const code = readCode(values.club);
  const before = values.before === undefined ? undefined : readMoment(values.before);
  const { dataDir, mode } = env();
  return withPlatform(env(), (platform) =>
    restoreClub({ platform, dataDir, mode }, { from, code, before }, print),
  );
});

function readMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Misuse(`--before ${text} is no time, such as 2026-11-21T14:05Z`);
  return at.toISOString();
}

await runIfStarted(import.meta.url, main);
