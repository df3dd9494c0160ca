import type { FileRow, Issue } from "./import-file.ts";
import type { ImportHead } from "./import-payload.ts";

/** The rows with issues as the file had them, under its headers, with an extra column for the issues. */
export function problemRows<Field extends string>(review: {
  head: ImportHead<Field>;
  rows: readonly { row: FileRow<Field>; issues: readonly Issue[] }[];
}): string[][] {
  const { head, rows } = review;
  return [
    [...head.columns.map(({ header }) => header), "issues"],
    ...rows
      .filter(({ issues }) => issues.length > 0)
      .map(({ row, issues }) => [
        ...head.columns.map(({ field }) => row.cells[field] ?? ""),
        `Line ${row.line}: ${issues.map(({ text }) => text).join("; ")}`,
      ]),
  ];
}
