import { EMAIL } from "#app/forms/email-pattern.ts";
import { normalHeader } from "#app/spreadsheets/headers.ts";

/** Finds the addresses in a file whose headers do not say where they are (product.md#contacts-import). Pure. */

/** Rows that are looked at. */
const SAMPLE = 200;
/** Nobody writes to a child, and these people are not the parents. */
const SOMEBODY_ELSE =
  /\b(?:player|participant|child|children|athlete|member|student|camper|registrant|kids?|coach|manager|staff|emergency|doctor|physician)\b/;

/** Indexes of the columns in which most of the filled cells are addresses. */
export function columnsOfAddresses(
  header: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): number[] {
  const sample = rows.slice(0, SAMPLE);
  return header.flatMap((name, index) => {
    if (SOMEBODY_ELSE.test(normalHeader(name))) return [];
    const filled = sample.map(({ cells }) => (cells[index] ?? "").trim()).filter(Boolean);
    const addresses = filled.filter((cell) => cell.length < 300 && EMAIL.test(cell));
    return addresses.length > 0 && addresses.length * 2 > filled.length ? [index] : [];
  });
}
