import { seasonOf, teamNameKey } from "#app/domain/club/teams/teams.ts";
import type { FileTeam, ImportReview, ReviewedRow } from "./import-review.server.ts";
import { groupIssues, type IssueGroup } from "./issue-groups.ts";
import type { StoredGame } from "./planned-game.ts";
import { MAX_TEAM_NAMES } from "./schedule-file.ts";
import type { ClubTeam } from "./team-match.ts";
import { proposeTeams, type TeamProposal } from "./team-proposals.ts";

/** Rows shown on the page; the download has every problem (product.md#schedule-import). */
const MAX_FIRST_ROWS = 20;
const MAX_ISSUE_GROUPS = 50;
const MAX_MISSING = 10;

/** What a preview's page shows of a review: small, whatever the size of the file. */
export interface PreviewSummary {
  head: ImportReview["head"];
  counts: ImportReview["counts"];
  firstRows: ReviewedRow[];
  /** Equal problems as one, and the number of rows with problems. */
  issueGroups: IssueGroup[];
  issueCount: number;
  /** The season of the teams that the file has and the club has not. */
  season: string;
  openTeams: TeamProposal[];
  resolvedTeams: FileTeam[];
  clubTeams: ClubTeam[];
  missing: StoredGame[];
  missingCount: number;
  /** What the user is asked before a preview makes sense. */
  next: "club" | "teams" | "preview";
  /** Whether the file names both sides of its games, so that the user can say which are theirs. */
  hasSides: boolean;
}

/** @param today YYYY-MM-DD on the club's clock: its season is that of a file without a year. */
export function summarizeReview(review: ImportReview, today: string): PreviewSummary {
  const { head, counts, rows, fileTeams, clubTeams, clubNames, missing } = review;
  const season = seasonOf(head.dates?.near ?? today);
  const taken = clubTeams.filter((team) => team.season === season).map(({ name }) => teamNameKey(name));
  const open = fileTeams.filter(({ unresolved }) => unresolved);
  const openTeams = proposeTeams(open, { clubNames, season, taken: new Set(taken) });
  const has = (field: string) => head.columns.some((column) => column.field === field);
  const hasSides = has("home") && has("away");
  const matched = rows.some(({ games }) => games.length > 0);
  const asks = !matched && !head.asked && hasSides && !open.some(({ ours }) => ours);
  return {
    head,
    counts,
    firstRows: rows.slice(0, MAX_FIRST_ROWS),
    issueGroups: groupIssues(rows).slice(0, MAX_ISSUE_GROUPS),
    issueCount: rows.filter(hasIssues).length,
    season,
    openTeams: openTeams.slice(0, MAX_TEAM_NAMES),
    resolvedTeams: fileTeams.filter(({ unresolved }) => !unresolved).slice(0, MAX_TEAM_NAMES),
    clubTeams,
    missing: missing.slice(0, MAX_MISSING),
    missingCount: missing.length,
    next: asks ? "club" : !matched && !head.answered && openTeams.length > 0 ? "teams" : "preview",
    hasSides,
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
