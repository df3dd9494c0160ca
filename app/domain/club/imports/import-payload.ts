import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import type { Encoding } from "#app/spreadsheets/encoding.server.ts";
import type { FileRow, TeamChoices } from "./import-file.ts";

/** Format that a file was read as. */
export type FileFormat =
  | { kind: "csv"; encoding: Encoding; delimiter: "," | ";" | "\t" }
  | { kind: "xlsx"; sheet: string }
  | { kind: "ics" | "vcf" };

/** A team that an import creates. Until then `choices` knows it by `id`. */
export interface NewTeam {
  id: string;
  name: string;
  ageGroup: AgeGroup;
  gender: Gender;
  season: string;
  /** Names of the file to be remembered for the team. */
  remembered: { key: string; text: string }[];
}

/** Parts of a file that a preview keeps: only the needed columns, not the file itself. */
export interface ImportHead<Field extends string = string> {
  /** 'GotSport export': for display only. */
  source: string;
  format: FileFormat;
  columns: { field: Field; header: string }[];
  /** Headers of columns that are not needed; their cells are dropped. */
  ignored: string[];
  rowCount: number;
  choices: TeamChoices;
  /** Teams that the user wants created, which the import does. */
  newTeams?: readonly NewTeam[];
  /** Fields for which two columns are equally good: the user is asked. */
  unsure?: { field: Field; headers: string[] }[];
  /** True if the needed columns were not recognized: the user chooses them before there is a preview. */
  unread?: boolean;
  /** True if the user was asked which teams the names are. */
  answered?: boolean;
}

/** Few enough that reading and writing one line never holds the event loop for long. */
const ROWS_PER_LINE = 500;
const SHAPES = ["whole", "short", "long"] as const;
type PackedRow = [line: number, shape: number, ...cells: string[]];

/** Returns the payload's first line. */
export const headLine = (head: ImportHead) => JSON.stringify(head);

/** Returns the payload's other lines. */
export function* rowLines<Field extends string>(
  columns: ImportHead<Field>["columns"],
  rows: readonly FileRow<Field>[],
): Generator<string> {
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

/** Splits a payload into the head, and the lines for `parseRows`. */
export function splitPayload<Head extends ImportHead>(payload: string): { head: Head; lines: string[] } {
  const [first = "", ...lines] = payload.split("\n");
  return { head: currentHead(JSON.parse(first) as StoredHead) as Head, lines };
}

/** Previews of older releases are all of text files. */
type StoredHead = Omit<ImportHead, "format"> & {
  format?: FileFormat;
} & Partial<Omit<Extract<FileFormat, { kind: "csv" }>, "kind">>;

function currentHead({ encoding = "utf-8", delimiter = ",", ...head }: StoredHead): ImportHead {
  return { ...head, format: head.format ?? { kind: "csv", encoding, delimiter } };
}

export function parseRows<Field extends string>(
  columns: ImportHead<Field>["columns"],
  line: string,
): FileRow<Field>[] {
  return (JSON.parse(line) as PackedRow[]).map((packed) => {
    const cells: FileRow<Field>["cells"] = {};
    for (const [index, { field }] of columns.entries()) cells[field] = String(packed[index + 2] ?? "");
    return { line: packed[0], shape: SHAPES[packed[1]] ?? "whole", cells };
  });
}

export function replaceHead<Head extends ImportHead>(payload: string, head: Head): string {
  return headLine(head) + payload.slice(payload.indexOf("\n"));
}
