/** `npm run rebuild-leaderboard`: rebuilds the leaderboard from the clubs' files. Safe while the app runs. */
import { pluralize } from "#app/domain/values/pluralize.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";

export const main = command("npm run rebuild-leaderboard", async ({ args, env, print, printError }) => {
  readArguments(args, {});
  const { clubs, changedRows, failed, unknown } = await withPlatform(env(), rebuildLeaderboard);
  print(
    `Read ${pluralize(clubs, "club file")}; ${pluralize(changedRows, "row")} of the leaderboard changed.`,
  );
  if (unknown.length > 0) print(`No club of the platform, left out: ${unknown.join(", ").toUpperCase()}`);
  if (failed.length > 0)
    printError(`Could not be read, rows left as they were: ${failed.join(", ").toUpperCase()}`);
  return { failed: failed.length > 0 };
});

await runIfStarted(import.meta.url, main);
