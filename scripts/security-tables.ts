/** `npx tsx scripts/security-tables.ts`: writes the tables of docs/security.md and docs/protections.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { protections } from "../tests/protections.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { protectionTable } from "./protections/table.ts";
import { padded, requirementTable } from "./security/tables.ts";

export const main = command("npx tsx scripts/security-tables.ts", async ({ args }) => {
  readArguments(args, {});
  for (const [page, table] of [
    ["docs/security.md", requirementTable()],
    ["docs/protections.md", protectionTable(protections)],
  ] as const) {
    const text = readFileSync(page, "utf8");
    writeFileSync(
      page,
      text.replace(/^\| .*(\n\| .*)*/m, () => padded(table)),
    );
  }

  return { failed: false };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
