/** `npm run migrate`: migrates the control database and every club's file, one line each. */

import { env } from "#app/config/env.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { command } from "./command/command.ts";
import { migrateEverything } from "./migrate/everything.ts";

await command("npm run migrate", async () => {
  const failed = await migrateEverything(env(), (line) => console.log(line));
  if (failed > 0) console.error(`${pluralize(failed, "file")} could not be migrated`);
  return { failed: failed > 0 };
});
