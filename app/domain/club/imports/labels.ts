import type { ImportsTable } from "#app/db/club/schema.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { MAX_CELLS, MAX_COLUMNS } from "#app/spreadsheets/limits.ts";
import { WEB_PAGE } from "#app/spreadsheets/sniff-file-type.ts";
import { MAX_ROWS } from "./import-file.ts";
import type { ImportStage } from "./import-subject.ts";
import type { FileProblem } from "./read-file.server.ts";

export const NOT_CSV = "Please select a valid CSV file";

export const NO_ROOM =
  "We cannot save anything right now. Nothing was imported; please try again in a few minutes";

/** Returns why a file cannot be uploaded right now. */
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

/** Returns why a file cannot be read, and what to do about it. @param what 'schedule': what the file should be */
export function fileProblemLabel(
  problem: FileProblem | { problem: "no-room" | "no-rows" },
  what: string,
): string {
  switch (problem.problem) {
    case "no-room":
      return NO_ROOM;
    case "not-csv":
      if (problem.fileType === WEB_PAGE)
        return `${NOT_CSV}: this is ${WEB_PAGE}. Open it in Excel and save it as .xlsx`;
      return problem.fileType
        ? `${NOT_CSV}: this is ${problem.fileType}. Save it as CSV (UTF-8) first`
        : NOT_CSV;
    case "broken-workbook":
      return "This workbook cannot be read: it is damaged, or has a password. Open it, save it again as .xlsx or as CSV, and choose that file";
    case "workbook-too-large":
      return `This workbook unpacks to far more than a ${what}: copy its rows into a new one, or save it as CSV`;
    case "no-rows":
      return "CSV file must have a header row and at least one data row";
    case "too-many-rows":
      return `The file has more than ${pluralize(MAX_ROWS, "row")}: split it into parts`;
    case "too-many-cells":
      return `The file has more than ${pluralize(MAX_CELLS, "cell")}: split it into parts, or leave out columns`;
    case "too-many-columns":
      return `Line ${problem.line} has more than ${pluralize(MAX_COLUMNS, "column")}: keep only those of the ${what}`;
    case "open-quote":
      return `A quotation mark that opens on line ${problem.line}, or soon after it, is never closed`;
    case "long-row":
      return `The row that starts on line ${problem.line} never seems to end: look there for a quotation mark that is not closed, or for missing line breaks`;
  }
}

/** Returns '40 added, 2 changed, 0 unchanged'. */
export function countLabel(counts: { added: number; changed: number; unchanged: number }): string {
  return `${count(counts.added)} added, ${count(counts.changed)} changed, ${count(counts.unchanged)} unchanged`;
}

/** Returns why a large import ended without importing anything. */
export function stoppedLabel(
  problem: "no-room" | "failed" | `file: ${string}`,
  what: ImportsTable["subject"],
): string {
  if (problem.startsWith("file: ")) return `${problem.slice("file: ".length)}.`;
  return problem === "no-room"
    ? `${NO_ROOM}.`
    : `Something went wrong on our side, so nothing was imported: ${asBefore[what]}. Please try again.`;
}

const asBefore = { games: "your schedule is as before", contacts: "your contacts are as before" } as const;

/** Returns 'Comparing with your schedule: 45,000 of 100,000 rows'. */
export function stepLabel(
  { stage, done, total }: { stage: ImportStage | "file"; done: number; total: number },
  what: ImportsTable["subject"],
): string {
  const of = `${count(done)} of ${count(total)}`;
  if (stage === "file") return "Reading the file";
  if (total === 0) return "Waiting for its turn";
  if (stage === "saving") return `Saving: ${of} ${what}`;
  return stage === "reading"
    ? `Reading the rows: ${of}`
    : `Comparing with your ${compared[what]}: ${of} rows`;
}

const compared = { games: "schedule", contacts: "contacts" } as const;
