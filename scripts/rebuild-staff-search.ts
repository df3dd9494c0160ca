/** `npm run rebuild-staff-search`: rebuilds staff's search from the clubs' files. Safe while the app runs. */
import { pluralize } from "#app/domain/values/pluralize.ts";
import { rebuildStaffSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";

export const main = command("npm run rebuild-staff-search", async ({ args, env, print, printError }) => {
  readArguments(args, {});
  const { clubs, changedRows, failed } = await withPlatform(env(), rebuildStaffSearch);
  print(`Read ${pluralize(clubs, "club file")}; ${pluralize(changedRows, "row")} of staff's search changed.`);
  if (failed.length > 0)
    printError(`Could not be read, rows left as they were: ${failed.join(", ").toUpperCase()}`);
  return { failed: failed.length > 0 };
});

await runIfStarted(import.meta.url, main);
