/** `npm run retention [-- --dry-run]`: erases what has been kept for its time; with --dry-run only counts it. */
import { closePlatform, platform } from "#app/db/platform.server.ts";
import { runClocks } from "#app/journeys/retention/clocks.server.ts";
import { command, readArguments } from "./command/command.ts";

await command("npm run retention [-- --dry-run]", async () => {
  const { values } = readArguments({ "dry-run": { type: "boolean" } });
  const dryRun = values["dry-run"] === true;
  try {
    for (const { name, count } of await runClocks(await platform(), { dryRun }))
      console.log(`${name}: ${count} ${dryRun ? "due" : "done"}`);
  } finally {
    await closePlatform();
  }
  return { failed: false };
});
