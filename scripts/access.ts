/** `npm run access`: prints who opens which address. tests/security checks each cell on the real app. */
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { accessTable } from "./security/tables.ts";

export const main = command("npm run access", async ({ args, print }) => {
  readArguments(args, {});
  print(`# Who opens what

Every address that is not for everybody, with everybody who might ask for it about a team, game or parent of Lakeside's
Hawks.

yes: the page, or what its form asks for. \`·\`: the sign-in that fits. left: 'You are no longer a member'. paused: the
page that says how to pay. 403: not with this role, or not this team. 404: not in one's own club.

${accessTable()}`);
  return { failed: false };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
