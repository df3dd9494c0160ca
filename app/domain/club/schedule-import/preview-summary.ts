import { type TeamQuestions, teamQuestions } from "#app/domain/club/imports/file-teams.ts";
import { groupIssues, type IssueGroup } from "#app/domain/club/imports/issue-groups.ts";
import { seasonOf } from "#app/domain/club/teams/teams.ts";
import type { ImportReview, ReviewedRow } from "./import-review.server.ts";
import type { StoredGame } from "./planned-game.ts";

/** Rows shown on the page; the download has every problem (product.md#schedule-import). */
const MAX_FIRST_ROWS = 20;
const MAX_ISSUE_GROUPS = 50;
const MAX_MISSING = 10;

/** What a preview's page shows of a review: small, whatever the size of the file. */
export interface PreviewSummary extends TeamQuestions {
  head: ImportReview["head"];
  counts: ImportReview["counts"];
  firstRows: ReviewedRow[];
  /** Equal problems as one, and the number of rows with problems. */
  issueGroups: IssueGroup[];
  issueCount: number;
  missing: StoredGame[];
  missingCount: number;
  /** What the user is asked before a preview makes sense. */
  next: "club" | "teams" | "preview";
  /** Whether the file names both sides of its games, so that the user can say which are theirs. */
  hasSides: boolean;
}

/** @param today YYYY-MM-DD on the club's clock: its season is that of a file without a year. */
export function summarizeReview(review: ImportReview, today: string): PreviewSummary {
  const { head, counts, rows, missing, fileTeams, clubTeams, clubNames } = review;
  const season = seasonOf(head.dates?.near ?? today);
  const asked = { fileTeams, clubTeams, clubNames, choices: head.choices, season };
  const { openCount, unaskedCount: _, hasOwn, ...teams } = teamQuestions(asked);
  const has = (field: string) => head.columns.some((column) => column.field === field);
  const hasSides = has("home") && has("away");
  const matched = rows.some(({ games }) => games.length > 0);
  const asks = !matched && !head.asked && hasSides && !hasOwn;
  return {
    ...teams,
    head,
    counts,
    firstRows: rows.slice(0, MAX_FIRST_ROWS),
    issueGroups: groupIssues(rows).slice(0, MAX_ISSUE_GROUPS),
    issueCount: rows.filter(hasIssues).length,
    missing: missing.slice(0, MAX_MISSING),
    missingCount: missing.length,
    next: asks ? "club" : !matched && !head.answered && openCount > 0 ? "teams" : "preview",
    hasSides,
  };
}

const hasIssues = ({ issues }: ReviewedRow) => issues.length > 0;
