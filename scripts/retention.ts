/** `npm run retention [-- --dry-run]`: erases what has been kept for its time; with --dry-run only counts it. */
import { closePlatform, platform } from "#app/db/platform.server.ts";
import { runClocks } from "#app/journeys/retention/clocks.server.ts";
import { runGameClock } from "#app/journeys/retention/game-clock.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { command, readArguments } from "./command/command.ts";

await command("npm run retention [-- --dry-run]", async () => {
  const { values } = readArguments({ "dry-run": { type: "boolean" } });
  const dryRun = values["dry-run"] === true;
  try {
    const open = await platform();
    const at = now();
    const print = (name: string, count: number) =>
      console.log(`${name}: ${count} ${dryRun ? "due" : "done"}`);
    for (const { name, count } of await runClocks(open, { dryRun, at })) print(name, count);
    const { count, unread } = await runGameClock(open, { dryRun, at });
    print("games", count);
    if (unread.length > 0) console.error(`Could not be opened, so left out: ${unread.join(", ")}`);
    if (dryRun) console.log("Nothing was changed.");
    return { failed: unread.length > 0 };
  } finally {
    await closePlatform();
  }
});
