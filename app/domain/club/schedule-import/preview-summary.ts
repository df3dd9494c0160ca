import type { FileTeam, ImportReview, ReviewedRow } from "./import-review.server.ts";
import type { StoredGame } from "./planned-game.ts";
import { MAX_TEAM_NAMES } from "./schedule-file.ts";
import type { ClubTeam } from "./team-match.ts";

/** Rows shown on the page; the download has every problem (product.md#schedule-import). */
const MAX_FIRST_ROWS = 20;
const MAX_ISSUE_ROWS = 200;
const MAX_MISSING = 10;

/** What a preview's page shows of a review: small, whatever the size of the file. */
export interface PreviewSummary {
  head: ImportReview["head"];
  counts: ImportReview["counts"];
  firstRows: ReviewedRow[];
  /** The first rows with issues, and how many there are in all. */
  issueRows: ReviewedRow[];
  issueCount: number;
  unresolvedTeams: FileTeam[];
  resolvedTeams: FileTeam[];
  clubTeams: ClubTeam[];
  missing: StoredGame[];
  missingCount: number;
}

export function summarizeReview(review: ImportReview): PreviewSummary {
  const { head, counts, rows, fileTeams, clubTeams, missing } = review;
  const issueRows = rows.filter(hasIssues);
  return {
    head,
    counts,
    firstRows: rows.slice(0, MAX_FIRST_ROWS),
    issueRows: issueRows.slice(0, MAX_ISSUE_ROWS),
    issueCount: issueRows.length,
    unresolvedTeams: fileTeams.filter(({ unresolved }) => unresolved).slice(0, MAX_TEAM_NAMES),
    resolvedTeams: fileTeams.filter(({ unresolved }) => !unresolved).slice(0, MAX_TEAM_NAMES),
    clubTeams,
    missing: missing.slice(0, MAX_MISSING),
    missingCount: missing.length,
  };
}

/** The rows with issues as the file had them, under its headers, with an extra column for the issues. */
export function problemRows({ head, rows }: ImportReview): string[][] {
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
