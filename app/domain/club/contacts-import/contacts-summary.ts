import { type TeamQuestions, teamQuestions } from "#app/domain/club/imports/file-teams.ts";
import { groupIssues, type IssueGroup } from "#app/domain/club/imports/issue-groups.ts";
import type { ContactReview, ReviewedContactRow } from "./contact-review.server.ts";

/** Rows shown on the page; the download has every problem (product.md#imports). */
const MAX_FIRST_ROWS = 20;
const MAX_ISSUE_GROUPS = 50;

/** What a preview's page shows of a review: small, whatever the size of the file. */
export interface ContactsSummary extends TeamQuestions {
  head: ContactReview["head"];
  counts: ContactReview["counts"];
  firstRows: ReviewedContactRow[];
  issueGroups: IssueGroup[];
  issueCount: number;
  /** What the user is asked before a preview makes sense. */
  next: "columns" | "teams" | "preview";
}

export function summarizeContacts(review: ContactReview): ContactsSummary {
  const { head, counts, rows, fileTeams, clubTeams, clubNames, season } = review;
  const asked = { fileTeams, clubTeams, clubNames, choices: head.choices, season };
  const { openCount: _, unaskedCount, hasOwn: __, ...teams } = teamQuestions(asked);
  return {
    ...teams,
    head,
    counts,
    firstRows: rows.slice(0, MAX_FIRST_ROWS),
    issueGroups: groupIssues(rows).slice(0, MAX_ISSUE_GROUPS),
    issueCount: rows.filter(({ issues }) => issues.length > 0).length,
    next: head.unsure?.length ? "columns" : unaskedCount > 0 ? "teams" : "preview",
  };
}
