import type { ClubVisit } from "../auth/guards.server.ts";
import { matchColumns, normalHeader } from "../csv/headers.ts";
import { type CsvProblem, type CsvRow, MAX_CELLS, MAX_COLUMNS, readCsv } from "../csv/read-csv.server.ts";
import { whatItIs } from "../csv/what-it-is.ts";
import { inTransaction } from "../db/engine.server.ts";
import { type ImportHead, packHead, packRows } from "../domain/club/import-payload.ts";
import { type ImportReview, reviewImport } from "../domain/club/import-review.server.ts";
import {
  addPreview,
  chooseTeams,
  findImport,
  finishImport,
  type Import,
  type UndoState,
  undoImport,
  undoState,
} from "../domain/club/imports.server.ts";
import {
  fieldName,
  hasNeededColumns,
  type ScheduleField,
  scheduleAliases,
  sourceName,
} from "../domain/club/schedule-columns.ts";
import type { ScheduleRow } from "../domain/club/schedule-rows.ts";
import { NO_NAME, type TeamChoices } from "../domain/club/schedule-sides.ts";
import { counted } from "../domain/counts.ts";
import { takeTurns } from "../event-loop.server.ts";
import { tell } from "../jobs/club-outbox.server.ts";
import { changeClub } from "./change-club.server.ts";

/** What of a visit an import needs. */
type Scene = Pick<ClubVisit, "control" | "db" | "club"> & { user: Pick<ClubVisit["user"], "name"> };

/** Larger than any club's season; a file beyond it is something else. */
export const MAX_ROWS = 100_000;
/** Some exports put a title above the header: so many rows are looked through for it. */
const HEADER_WITHIN = 10;

const NOT_CSV = "Please select a valid CSV file";
const NO_ROWS = "CSV file must have a header row and at least one data row";
const NO_COLUMNS = 'CSV must include "Date" and "Opponent" columns';

/**
 * Reads a schedule file and keeps what is needed of it as a preview; nothing of the club's games changes yet.
 * @param teamId whose games the rows are that name no team. @returns the preview's id, or why there is none.
 */
export async function previewSchedule(
  visit: Scene,
  file: { name: string; bytes: Uint8Array; teamId: string | null },
): Promise<{ importId: string } | { refused: string }> {
  const reading = await readCsv(file.bytes, { maxRows: MAX_ROWS + HEADER_WITHIN });
  if (!reading.ok) return { refused: wordsOf(reading, file.bytes) };
  if (reading.rows.length < 2) return { refused: NO_ROWS };
  const headerPlace = findHeader(reading.rows);
  const header = reading.rows[headerPlace]?.cells ?? [];
  const { columns, doubtful } = matchColumns(header, scheduleAliases);
  if (!hasNeededColumns(columns)) return { refused: NO_COLUMNS };
  const [doubt] = doubtful;
  if (doubt) {
    const names = doubt.headers.map((name) => `"${name.trim().slice(0, 60)}"`).join(" and ");
    return {
      refused: `${names} could both be the column "${fieldName[doubt.field]}": keep only one of them`,
    };
  }
  const rows = reading.rows.slice(headerPlace + 1);
  if (rows.length === 0) return { refused: NO_ROWS };
  const used = Object.entries(columns) as [ScheduleField, number][];
  const head: ImportHead = {
    source: sourceName(header.map(normalHeader)),
    encoding: reading.encoding,
    delimiter: reading.delimiter,
    columns: used.map(([field, place]) => ({ field, header: shown(header[place]) })),
    ignored: header.flatMap((name, place) =>
      used.some(([, each]) => each === place) || !name.trim() ? [] : [shown(name)],
    ),
    rowCount: rows.length,
    choices: file.teamId ? { [NO_NAME]: file.teamId } : {},
  };
  const payload = await payloadOf(head, rows, used, header.length);
  const importId = await inTransaction(visit.db, (tx) =>
    addPreview(tx, { fileName: file.name, payload, by: visit.user.name }),
  );
  return { importId };
}

/** What is wrong with a file that could not be read, and what to do about it. */
function wordsOf(reading: CsvProblem, bytes: Uint8Array): string {
  switch (reading.problem) {
    case "not-text": {
      const is = whatItIs(bytes);
      return is ? `${NOT_CSV}: this is ${is}. Save it as CSV (UTF-8) first` : NOT_CSV;
    }
    case "too-many-rows":
      return `The file has more than ${counted(MAX_ROWS, "row")}: split it into parts`;
    case "too-many-cells":
      return `The file has more than ${counted(MAX_CELLS, "cell")}: split it into parts, or leave out columns`;
    case "too-many-columns":
      return `Line ${reading.line} has more than ${counted(MAX_COLUMNS, "column")}: keep only those of the schedule`;
    case "open-quote":
      return `A quotation mark that opens on line ${reading.line}, or soon after it, is never closed`;
    case "long-row":
      return `The row that starts on line ${reading.line} never seems to end: look there for a quotation mark that is not closed, or for missing line breaks`;
  }
}

const shown = (header = "") => header.replace(/\s+/g, " ").trim().slice(0, 80);

/** The row that names the needed columns; the first where none does. */
function findHeader(rows: readonly CsvRow[]): number {
  const place = rows
    .slice(0, HEADER_WITHIN)
    .findIndex(({ cells }) => hasNeededColumns(matchColumns(cells, scheduleAliases).columns));
  return Math.max(place, 0);
}

async function payloadOf(
  head: ImportHead,
  rows: readonly CsvRow[],
  used: [ScheduleField, number][],
  width: number,
): Promise<string> {
  const turn = takeTurns();
  const needed: ScheduleRow[] = [];
  for (const { line, cells } of rows) {
    const extra = cells.slice(width).some((cell) => cell.trim() !== "");
    needed.push({
      line,
      shape: cells.length < width ? "short" : extra ? "long" : "whole",
      cells: Object.fromEntries(used.map(([field, place]) => [field, (cells[place] ?? "").slice(0, 500)])),
    });
    await turn();
  }
  const lines = [packHead(head)];
  for (const line of packRows(head.columns, needed)) {
    lines.push(line);
    await turn();
  }
  return lines.join("\n");
}

/** An import with what its page needs: the review of a preview, or whether a finished one can be taken back. */
export async function openImport(
  visit: Scene,
  id: string,
): Promise<
  | { state: "preview"; found: Import; review: ImportReview }
  | { state: "finished"; found: Import; undo: UndoState }
  | null
> {
  const found = await findImport(visit.db, id);
  if (!found) return null;
  if (found.status === "preview") {
    return { state: "preview", found, review: await reviewImport(visit.db, found.payload, visit.club) };
  }
  return { state: "finished", found, undo: await undoState(visit.db, found) };
}

/** Keeps which of the own teams the file's names are. @returns false where there is no such open preview. */
export function chooseImportTeams(visit: Scene, id: string, choices: TeamChoices): Promise<boolean> {
  return inTransaction(visit.db, (tx) => chooseTeams(tx, id, choices));
}

/**
 * Imports a preview's games in one transaction. Sent twice it happens once: the second gets what the first did.
 * @returns the finished import; null where there is none.
 */
export function importGames(visit: Scene, id: string): Promise<Import | null> {
  return changeClub(visit, async (tx) => {
    const found = await findImport(tx, id);
    if (found?.status !== "preview") return found ?? null;
    const review = await reviewImport(tx, found.payload, visit.club);
    const teams = await finishImport(tx, id, review);
    await tell(tx, ...teams.map((teamId) => ({ kind: "standing" as const, teamId })));
    return (await findImport(tx, id)) ?? null;
  });
}

/** Takes the last import back as a whole, unless one of its games was rated since. */
export function takeBackImport(visit: Scene, id: string): Promise<UndoState | "undone" | null> {
  return changeClub(visit, async (tx) => {
    const found = await findImport(tx, id);
    if (!found) return null;
    if (found.status === "undone") return "undone";
    const state = await undoState(tx, found);
    if (state.kind !== "possible") return state;
    const teams = await undoImport(tx, id);
    await tell(tx, ...teams.map((teamId) => ({ kind: "standing" as const, teamId })));
    return "undone";
  });
}
