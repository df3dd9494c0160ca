/** `npx tsx scripts/security-tables.ts`: writes the tables of docs/security.md, docs/access.md and docs/protections.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { protections } from "../tests/protections.ts";
import { protectionTable } from "./protections/table.ts";
import { accessTable, requirementTable } from "./security/tables.ts";

for (const [page, table] of [
  ["docs/security.md", requirementTable()],
  ["docs/access.md", accessTable()],
  ["docs/protections.md", protectionTable(protections)],
] as const) {
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(/^\| .*(\n\| .*)*/m, () => padded(table)),
  );
}

/** Columns of even width, as the formatter wants them. */
function padded(table: string): string {
  const rows = table.split("\n").map((line) => line.slice(2, -2).split(" | "));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows
    .map((cells, index) => {
      const filled = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, index === 1 ? "-" : " "));
      return `| ${filled.join(" | ")} |`;
    })
    .join("\n");
}
