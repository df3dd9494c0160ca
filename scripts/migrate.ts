/** `npm run migrate`: migrates the control database and every club's file, one line each. */
import { pluralize } from "#app/domain/values/pluralize.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { migrateEverything } from "./migrate/everything.ts";
import { refuseWhileEarlierServes } from "./migrate/serving.ts";

export const main = command("npm run migrate", async ({ args, env, print, printError }) => {
  readArguments(args, {});
  await refuseWhileEarlierServes(env());
  const failed = await migrateEverything(env(), print);
  if (failed > 0) printError(`${pluralize(failed, "file")} could not be migrated`);
  return { failed: failed > 0 };
});

await runIfStarted(import.meta.url, main);
