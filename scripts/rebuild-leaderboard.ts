import { closePlatform, platform } from "#app/db/platform.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";

// npm run rebuild-leaderboard: rebuilds the leaderboard from the clubs' files. Safe while the app runs.
const { clubs, changedRows, failed, unknown } = await rebuildLeaderboard(await platform());
await closePlatform();

console.log(
  `Read ${pluralize(clubs, "club file")}; ${pluralize(changedRows, "row")} of the leaderboard changed.`,
);
if (unknown.length > 0) console.log(`No club of the platform, left out: ${unknown.join(", ").toUpperCase()}`);
if (failed.length > 0) {
  console.error(`Could not be read, rows left as they were: ${failed.join(", ").toUpperCase()}`);
  process.exitCode = 1;
}
