/**
 * `npm run restore -- --from DIR`: everything while the site is stopped, or one club (`--club CODE`) while it runs. On
 * PostgreSQL `--from FILE` fills a new database from a dump, and `--recovered` notes that one was recovered to an
 * earlier time by PostgreSQL's own means.
 */
import { resolve } from "node:path";
import { bucketTarget, type CopyTarget } from "#app/config/copy-target.ts";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";
import { withCopy } from "./copy/fetch.ts";
import { restoreDump, settleOlderState } from "./database/dump.ts";
import { restoreClub } from "./restore/club.ts";
import { restoreEverything } from "./restore/everything.ts";

const USAGE =
  "npm run restore -- --from DIR|s3://BUCKET/PREFIX [--take-over | --club CODE [--before TIME]] [--lost-key] | --from FILE | --recovered";

export const main = command(USAGE, async ({ args, env, print }) => {
  const { values } = readArguments(args, {
    from: { type: "string" },
    club: { type: "string" },
    recovered: { type: "boolean" },
    before: { type: "string" },
    "take-over": { type: "boolean" },
    "lost-key": { type: "boolean" },
  });
  if (env().databaseUrl) {
    if (values.club !== undefined || values.before !== undefined || values["take-over"])
      throw new Misuse(
        "With PostgreSQL everything is restored: --club, --before and --take-over are for files",
      );
    if (values.recovered) await settleOlderState(env(), print);
    else if (values.from) await restoreDump(env(), resolve(values.from), print);
    else throw new Misuse("Where from? --from FILE is missing");
    return { failed: false };
  }
  if (values.recovered) throw new Misuse("--recovered is for PostgreSQL: DATABASE_URL is not set");
  if (!values.from) throw new Misuse("Where from? --from DIR is missing");
  const takeOver = values["take-over"] ?? false;
  const { club, before } = values;
  if (club === undefined && before !== undefined)
    throw new Misuse("--before is for one club: --club CODE is missing");
  if (club !== undefined && takeOver) throw new Misuse("--take-over is for everything, not for one club");
  const code = club && readCode(club);
  const moment = before && readMoment(before);
  const { dataDir, mode, bucketSettings } = env();
  const place: CopyTarget = values.from.startsWith("s3://")
    ? bucketTarget(values.from, bucketSettings)
    : { kind: "folder", path: resolve(values.from) };
  return withCopy(dataDir, place, code, (from) =>
    code
      ? withPlatform(env(), (platform) =>
          restoreClub({ platform, dataDir, mode }, { from, code, before: moment }, print),
        )
      : restoreEverything({ dataDir, mode }, from, print, {
          takeOver: takeOver ? place : undefined,
          lostKey: values["lost-key"],
          keys: env(),
        }),
  );
});

function readMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Misuse(`--before ${text} is no time, such as 2026-11-21T14:05Z`);
  return at.toISOString();
}

await runIfStarted(import.meta.url, main);
