import type { ImportReview, NamedTeam, ReviewedRow } from "./import-review.server.ts";
import type { StoredGame } from "./schedule-plan.ts";
import { NAMES_AT_ONCE } from "./schedule-sides.ts";
import type { OwnTeam } from "./team-match.ts";

/** Rows shown on the page; the download has every problem (product.md#schedule-import). */
const ROWS_SHOWN = 20;
const ISSUES_SHOWN = 200;
const MISSING_SHOWN = 10;

/** What of a review is shown: small, whatever the size of the file. */
export interface ImportDigest {
  head: ImportReview["head"];
  counts: ImportReview["counts"];
  firstRows: ReviewedRow[];
  /** The first rows with issues, and how many there are in all. */
  issueRows: ReviewedRow[];
  issueCount: number;
  /** Names to be settled, and names that were found. */
  openNames: NamedTeam[];
  foundNames: NamedTeam[];
  teams: OwnTeam[];
  missing: StoredGame[];
  missingCount: number;
}

export function digestOf({ head, counts, rows, names, teams, missing }: ImportReview): ImportDigest {
  const withIssues = rows.filter(hasIssues);
  return {
    head,
    counts,
    firstRows: rows.slice(0, ROWS_SHOWN),
    issueRows: withIssues.slice(0, ISSUES_SHOWN),
    issueCount: withIssues.length,
    openNames: names.filter(({ open }) => open).slice(0, NAMES_AT_ONCE),
    foundNames: names.filter(({ open }) => !open).slice(0, NAMES_AT_ONCE),
    teams,
    missing: missing.slice(0, MISSING_SHOWN),
    missingCount: missing.length,
  };
}

/** The rows with issues as the file had them, under its headers, with what is wrong beside them. */
export function rowsToMend({ head, rows }: ImportReview): string[][] {
  return [
    [...head.columns.map(({ header }) => header), "issues"],
    ...rows
      .filter(hasIssues)
      .map(({ row, issues }) => [
        ...head.columns.map(({ field }) => row.cells[field] ?? ""),
        `Line ${row.line}: ${issues.map(({ text }) => text).join("; ")}`,
      ]),
  ];
}

const hasIssues = ({ issues }: ReviewedRow) => issues.length > 0;
