import type { ScheduleField } from "./schedule-columns.ts";
import type { ScheduleRow, TeamChoices } from "./schedule-file.ts";
import type { FileDates } from "./schedule-values.ts";

/** How a file was read. */
export type FileFormat =
  | { kind: "csv"; encoding: "utf-8" | "windows-1252"; delimiter: "," | ";" | "\t" }
  | { kind: "xlsx"; sheet: string }
  | { kind: "ics" };

/** What a preview keeps of a file: only the columns that are needed, not the file itself. */
export interface ImportHead {
  /** 'GotSport export': for display only. */
  source: string;
  format: FileFormat;
  columns: { field: ScheduleField; header: string }[];
  /** Headers of columns that are not needed; their cells are dropped. */
  ignored: string[];
  rowCount: number;
  choices: TeamChoices;
  /** Missing in previews of older releases. */
  dates?: FileDates;
  /** Names (`normalName`) that the user said are the club's. */
  ours?: readonly string[];
  /** Whether the user was asked which club or teams of the file are theirs. */
  asked?: boolean;
  /** Whether the user was asked which teams the names are. */
  answered?: boolean;
}

/** Few enough that reading and writing one line never holds the event loop for long. */
const ROWS_PER_LINE = 500;
const SHAPES = ["whole", "short", "long"] as const;
type PackedRow = [line: number, shape: number, ...cells: string[]];

/** The payload's first line. */
export const headLine = (head: ImportHead) => JSON.stringify(head);

/** The payload's other lines. */
export function* rowLines(columns: ImportHead["columns"], rows: readonly ScheduleRow[]): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_PER_LINE) {
    const chunk = rows
      .slice(start, start + ROWS_PER_LINE)
      .map(
        ({ line, shape, cells }): PackedRow => [
          line,
          SHAPES.indexOf(shape),
          ...columns.map(({ field }) => cells[field] ?? ""),
        ],
      );
    yield JSON.stringify(chunk);
  }
}

/** The head, and the lines for `parseRows`. */
export function splitPayload(payload: string): { head: ImportHead; lines: string[] } {
  const [first = "", ...lines] = payload.split("\n");
  return { head: currentHead(JSON.parse(first) as StoredHead), lines };
}

/** Previews of older releases are all of text files. */
type StoredHead = Omit<ImportHead, "format"> & {
  format?: FileFormat;
} & Partial<Omit<Extract<FileFormat, { kind: "csv" }>, "kind">>;

function currentHead({ encoding = "utf-8", delimiter = ",", ...head }: StoredHead): ImportHead {
  return { ...head, format: head.format ?? { kind: "csv", encoding, delimiter } };
}

export function parseRows(columns: ImportHead["columns"], line: string): ScheduleRow[] {
  return (JSON.parse(line) as PackedRow[]).map((packed) => {
    const cells: ScheduleRow["cells"] = {};
    for (const [index, { field }] of columns.entries()) cells[field] = String(packed[index + 2] ?? "");
    return { line: packed[0], shape: SHAPES[packed[1]] ?? "whole", cells };
  });
}

export function replaceHead(payload: string, head: ImportHead): string {
  return headLine(head) + payload.slice(payload.indexOf("\n"));
}
