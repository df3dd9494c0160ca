import type { ImportsTable } from "#app/db/club/schema.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatClock, formatDate, formatMoment } from "#app/domain/values/times.ts";
import { MAX_CELLS, MAX_COLUMNS } from "#app/spreadsheets/limits.ts";
import type { ImportStage } from "./import-counter.ts";
import type { Effect, FieldChange } from "./planned-game.ts";
import type { ScheduleProblem } from "./read-schedule.server.ts";
import { fieldName, MAX_ROWS } from "./schedule-columns.ts";
import type { UndoCheck } from "./undo-import.server.ts";

export const NOT_CSV = "Please select a valid CSV file";

export const NO_ROOM =
  "We cannot save anything right now. Nothing was imported; please try again in a few minutes";

/** Why a file cannot be uploaded right now. */
export function slotProblemLabel(
  problem:
    | { problem: "club-busy"; by: string; since: string }
    | { problem: "all-busy" }
    | { problem: "no-room" },
  timezone: string,
): string {
  switch (problem.problem) {
    case "club-busy":
      return `${problem.by} is importing a file for your club since ${formatMoment(problem.since, timezone)}. Wait until that is done, then send yours again`;
    case "all-busy":
      return "Many clubs are importing files right now. Wait a minute, then send yours again";
    case "no-room":
      return NO_ROOM;
  }
}

/** Why a file cannot be read, and what to do about it. */
export function scheduleProblemLabel(problem: ScheduleProblem | { problem: "no-room" }): string {
  switch (problem.problem) {
    case "no-room":
      return NO_ROOM;
    case "not-csv":
      return problem.fileType
        ? `${NOT_CSV}: this is ${problem.fileType}. Save it as CSV (UTF-8) first`
        : NOT_CSV;
    case "broken-workbook":
      return "This workbook cannot be read: it is damaged, or has a password. Open it, save it again as .xlsx or as CSV, and choose that file";
    case "workbook-too-large":
      return "This workbook unpacks to far more than a schedule: copy its rows into a new one, or save it as CSV";
    case "no-events":
      return "This calendar file has no events";
    case "no-rows":
      return "CSV file must have a header row and at least one data row";
    case "no-columns":
      return 'CSV must include "Date" and "Opponent" columns';
    case "ambiguous-columns": {
      const names = problem.headers.map((name) => `"${name.trim().slice(0, 60)}"`).join(" and ");
      return `${names} could both be the column "${fieldName[problem.field]}": keep only one of them`;
    }
    case "too-many-rows":
      return `The file has more than ${pluralize(MAX_ROWS, "row")}: split it into parts`;
    case "too-many-cells":
      return `The file has more than ${pluralize(MAX_CELLS, "cell")}: split it into parts, or leave out columns`;
    case "too-many-columns":
      return `Line ${problem.line} has more than ${pluralize(MAX_COLUMNS, "column")}: keep only those of the schedule`;
    case "open-quote":
      return `A quotation mark that opens on line ${problem.line}, or soon after it, is never closed`;
    case "long-row":
      return `The row that starts on line ${problem.line} never seems to end: look there for a quotation mark that is not closed, or for missing line breaks`;
  }
}

/** '40 added, 2 changed, 0 unchanged'. */
export function countLabel(counts: { added: number; changed: number; unchanged: number }): string {
  return `${count(counts.added)} added, ${count(counts.changed)} changed, ${count(counts.unchanged)} unchanged`;
}

/** The summary of a finished import. */
export function importedLabel(finished: Pick<ImportsTable, "added" | "changed" | "unchanged">): string {
  const games = finished.added + finished.changed;
  if (games === 0) return `Everything was up to date: ${countLabel(finished)}.`;
  return `Successfully imported ${count(games)} games! ${countLabel(finished)}.`;
}

export function effectLabel(effect: Effect, today: string): string {
  switch (effect.kind) {
    case "add":
      return effect.values.status === "cancelled" ? "Added as cancelled" : "Added";
    case "change":
      return `Changed. ${effect.changes.map((change) => changeLabel(change, today)).join("; ")}`;
    case "same":
      return "Unchanged";
    case "none":
      return "Not imported";
  }
}

/** 'Date: Sat, Nov 14 to Sat, Nov 21'. */
function changeLabel({ field, from, to }: FieldChange, today: string): string {
  const format = (value: string | null) => {
    if (field === "Date" && value) return formatDate(value, today);
    if (field === "Time") return value ? formatClock(value) : "TBD";
    return value ?? "";
  };
  return `${field}: ${format(from)} to ${format(to)}`;
}

/** Why a large import ended without importing anything. */
export function stoppedLabel(problem: "no-room" | "failed"): string {
  return problem === "no-room"
    ? `${NO_ROOM}.`
    : "Something went wrong on our side, so nothing was imported: your schedule is as before. Please try again.";
}

/** 'Comparing with your schedule: 45,000 of 100,000 rows'. */
export function stepLabel({
  stage,
  done,
  total,
}: {
  stage: ImportStage;
  done: number;
  total: number;
}): string {
  const of = `${count(done)} of ${count(total)}`;
  if (total === 0) return "Waiting for its turn";
  if (stage === "saving") return `Saving: ${of} games`;
  return stage === "reading" ? `Reading the rows: ${of}` : `Comparing with your schedule: ${of} rows`;
}

/** Why an import cannot be undone. */
export function undoProblemLabel(problem: Extract<UndoCheck, { ok: false }>): string {
  if (problem.problem === "closed") return "There is nothing to undo";
  const games = problem.games === 1 ? "One of its games has" : `${count(problem.games)} of its games have`;
  return problem.problem === "rated"
    ? `${games} been rated since: the import cannot be undone`
    : `${games} been changed since, by hand or by a later import: the import cannot be undone`;
}
