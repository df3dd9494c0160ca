/** `npm run requirements`: prints the requirements, item by item, with the test that fails without each. */
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { requirementTable } from "./security/tables.ts";

export const main = command("npm run requirements", async ({ args, print }) => {
  readArguments(args, {});
  print(requirementTable());
  return { failed: false };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
