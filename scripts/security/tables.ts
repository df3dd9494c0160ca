import { addresses } from "#tests/architecture/addresses.ts";
import { type Access, actorNames, expectedAccess, rowsOf } from "#tests/security/matrix.ts";
import { requirements } from "#tests/security/requirements.ts";

const SIGNS: Record<Access, string> = {
  open: "yes",
  "sign in": "·",
  "staff sign in": "·",
  suspended: "paused",
  left: "left",
  "403": "403",
  "404": "404",
};

const tableOf = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Prints the requirements, item by item, with the test that fails without each. */
export const requirementTable = () =>
  tableOf(
    ["item", "what holds", "test", "seen to fail"],
    requirements.map((row) =>
      "missing" in row
        ? [row.item, row.missing, "", "does not apply"]
        : [row.item, row.holds, `\`tests/${row.file}\`${row.title && `: ${row.title}`}`, seen(row.seenRed)],
    ),
  );

const seen = (how: string) => (how.startsWith("no line to take out: ") ? how : `without: ${how}`);

/** Prints the access to every address that is not for everybody, by actor. */
export const accessTable = () =>
  padded(
    tableOf(
      ["address", ...actorNames],
      rowsOf(addresses)
        .filter(({ who }) => who !== "anybody")
        .map((row) => [
          `${row.method} \`${row.address.path}\``,
          ...actorNames.map((name) => SIGNS[expectedAccess(name, row)]),
        ]),
    ),
  );

/** Pads columns to equal widths. */
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
