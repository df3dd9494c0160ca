/** `npm run copy [-- --take-over]`: runs one round of the continuous copy, while the jobs process does not run. */
import { copyTargetName } from "#app/config/copy-target.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { command, Misuse, readArguments, runIfStarted } from "./command/command.ts";
import { holdCopyLock } from "./copy/in-jobs.ts";
import { copyRound } from "./copy/round.ts";

export const main = command("npm run copy [-- --take-over]", async ({ args, env, print }) => {
  const { values } = readArguments(args, { "take-over": { type: "boolean" } });
  const { dataDir, copyTo } = env();
  if (env().databaseUrl)
    throw new Error("This copies files: with DATABASE_URL a standby does it (docs/durability.md#postgresql)");
  if (!copyTo) throw new Misuse("Where to? COPY_TO is not set");
  const release = holdCopyLock(dataDir);
  if (!release)
    throw new Error("The jobs process copies this data folder: it needs no help, or stop it first");
  try {
    const task = { dataDir, target: copyTo, takeOver: values["take-over"] };
    const { copied, failed, clubs, asOf } = await copyRound(task);
    for (const { name, problem } of failed) print(`${name}: FAILED, ${problem}`);
    print(
      `${pluralize(copied, "file")} copied, ${failed.length} failed; ${copyTargetName(copyTo)} holds ${pluralize(clubs, "club")} and the control database as of ${asOf}`,
    );
    return { failed: failed.length > 0 };
  } finally {
    release();
  }
});

await runIfStarted(import.meta.url, main);
