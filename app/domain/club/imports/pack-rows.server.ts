import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import type { CsvRow } from "#app/spreadsheets/read-csv.server.ts";
import type { FileRow } from "./import-file.ts";
import { headLine, type ImportHead, rowLines } from "./import-payload.ts";

/** One column that is kept of a file. */
export interface UsedColumn<Field extends string> {
  field: Field;
  index: number;
  /** What is kept instead of the cell. */
  read?: (cell: string) => string;
}

/**
 * A preview's payload: the rows below the header, only the columns that are used.
 * @param of.width the number of the header's cells
 */
export async function packRows<Field extends string>(
  head: ImportHead<Field>,
  rows: readonly CsvRow[],
  of: { used: readonly UsedColumn<Field>[]; width: number },
): Promise<string> {
  const { used, width } = of;
  // A workbook leaves out the empty cells at the end of a row; a text file that has too few is damaged there.
  const atLeast = head.format.kind === "csv" ? width : 0;
  const pause = yieldToEventLoop();
  const needed: FileRow<Field>[] = [];
  for (const { line, cells } of rows) {
    const hasExtra = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== "");
    const kept: FileRow<Field>["cells"] = {};
    for (const { field, index, read } of used) {
      const cell = (cells[index] ?? "").slice(0, 500);
      kept[field] = read ? read(cell) : cell;
    }
    needed.push({ line, shape: cells.length < atLeast ? "short" : hasExtra ? "long" : "whole", cells: kept });
    await pause();
  }
  const lines = [headLine(head)];
  for (const line of rowLines(head.columns, needed)) {
    lines.push(line);
    await pause();
  }
  return lines.join("\n");
}
