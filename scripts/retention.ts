/** `npm run retention [-- --erase]`: counts data past its retention; erases it with --erase. */
import { runClocks, runGameClock } from "#app/journeys/retention/clocks.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";

export const main = command("npm run retention [-- --erase]", async ({ args, env, print, printError }) => {
  const { values } = readArguments(args, { erase: { type: "boolean" }, "dry-run": { type: "boolean" } });
  const dryRun = values.erase !== true || values["dry-run"] === true;
  return withPlatform(env(), async (open) => {
    const at = now();
    const printCount = (name: string, count: number) => print(`${name}: ${count} ${dryRun ? "due" : "done"}`);
    for (const { name, count } of await runClocks(open, { dryRun, at })) printCount(name, count);
    const { count, unread } = await runGameClock(open, { dryRun, at });
    printCount("games", count);
    if (unread.length > 0) printError(`Could not be opened, so left out: ${unread.join(", ")}`);
    if (dryRun) print("Nothing was changed.");
    return { failed: unread.length > 0 };
  });
});

await runIfStarted(import.meta.url, main);
