import type { ScheduleField } from "./schedule-columns.ts";
import type { ScheduleRow } from "./schedule-rows.ts";
import type { TeamChoices } from "./schedule-sides.ts";

/** What a preview keeps of a file: only the columns that are needed, and not the file itself. */
export interface ImportHead {
  /** 'GotSport export': only said. */
  source: string;
  encoding: "utf-8" | "windows-1252";
  delimiter: "," | ";" | "\t";
  columns: { field: ScheduleField; header: string }[];
  /** Headers that are not needed; their cells are not kept. */
  ignored: string[];
  rowCount: number;
  choices: TeamChoices;
}

/** Rows a line of the payload, so that reading and writing never hold the event loop for long. */
const ROWS_A_LINE = 500;
const SHAPES = ["whole", "short", "long"] as const;
type PackedRow = [line: number, shape: number, ...cells: string[]];

export const packHead = (head: ImportHead) => JSON.stringify(head);

/** The payload's lines for the rows; the head comes before them. */
export function* packRows(columns: ImportHead["columns"], rows: readonly ScheduleRow[]): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_A_LINE) {
    const some = rows
      .slice(start, start + ROWS_A_LINE)
      .map(
        ({ line, shape, cells }): PackedRow => [
          line,
          SHAPES.indexOf(shape),
          ...columns.map(({ field }) => cells[field] ?? ""),
        ],
      );
    yield JSON.stringify(some);
  }
}

/** The head, and the lines that `unpackRows` takes. */
export function splitPayload(payload: string): { head: ImportHead; lines: string[] } {
  const [first = "", ...lines] = payload.split("\n");
  return { head: JSON.parse(first) as ImportHead, lines };
}

export function unpackRows(columns: ImportHead["columns"], line: string): ScheduleRow[] {
  return (JSON.parse(line) as PackedRow[]).map((packed) => {
    const cells: ScheduleRow["cells"] = {};
    for (const [place, { field }] of columns.entries()) cells[field] = String(packed[place + 2] ?? "");
    return { line: packed[0], shape: SHAPES[packed[1]] ?? "whole", cells };
  });
}

/** The payload with another head. */
export function withHead(payload: string, head: ImportHead): string {
  return packHead(head) + payload.slice(payload.indexOf("\n"));
}
