import type { FileRow, Issue } from "./import-file.ts";
import type { ImportHead } from "./import-payload.ts";

/** Equal problems of many rows as one line (product/imports.md#imports). Pure. */

export interface IssueGroup {
  level: Issue["level"];
  /** The problem; what differs between its rows is '…'. */
  text: string;
  /** First few texts behind '…'. */
  examples: string[];
  rowCount: number;
  /** '2-18, 20-42': the file's own lines. */
  lines: string;
}

/** Rows and problems on a preview's page; the download has every problem. */
const MAX_FIRST_ROWS = 20;
const MAX_ISSUE_GROUPS = 50;

/** Summary of a file's rows on a preview's page: small, whatever the size of the file. */
export interface RowsSummary<Row> {
  firstRows: Row[];
  /** Equal problems as one, and the number of rows with problems. */
  issueGroups: IssueGroup[];
  issueCount: number;
}

export const summarizeRows = <Row extends RowWithIssues>(rows: readonly Row[]): RowsSummary<Row> => ({
  firstRows: rows.slice(0, MAX_FIRST_ROWS),
  issueGroups: groupIssues(rows).slice(0, MAX_ISSUE_GROUPS),
  issueCount: rows.filter(({ issues }) => issues.length > 0).length,
});

interface RowWithIssues {
  row: { line: number };
  issues: readonly Issue[];
}

const MAX_RANGES = 12;
const MAX_EXAMPLES = 3;

interface Gathered {
  level: Issue["level"];
  texts: Set<string>;
  pattern: string;
  examples: Set<string>;
  lines: number[];
}

/** Groups by level and text, errors first, then the problem of the most rows. Quoted texts may differ. */
export function groupIssues(rows: readonly RowWithIssues[]): IssueGroup[] {
  const groups = new Map<string, Gathered>();
  for (const { row, issues } of rows) {
    for (const { level, text } of issues) {
      const pattern = text.replace(/"[^"]*"/g, '"\u2026"').replace(/ line \d+$/, " line \u2026");
      const key = `${level} ${pattern}`;
      let group = groups.get(key);
      if (!group) {
        group = { level, pattern, texts: new Set(), examples: new Set(), lines: [] };
        groups.set(key, group);
      }
      if (group.texts.size < 2) group.texts.add(text);
      if (group.examples.size < MAX_EXAMPLES) {
        const example = (text.match(/"[^"]*"/g) ?? []).join(" and ");
        if (example) group.examples.add(example);
      }
      if (group.lines.at(-1) !== row.line) group.lines.push(row.line);
    }
  }
  return [...groups.values()]
    .map(({ level, texts, pattern, examples, lines }) => ({
      level,
      text: texts.size === 1 ? ([...texts][0] ?? pattern) : pattern,
      examples: texts.size === 1 ? [] : [...examples],
      rowCount: lines.length,
      lines: rangesOf(lines),
    }))
    .sort((a, b) => Number(b.level === "error") - Number(a.level === "error") || b.rowCount - a.rowCount);
}

/** Returns '2-18, 20-42' of rising numbers. */
function rangesOf(lines: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return shown.join(", ") + (ranges.length > shown.length ? ` and ${ranges.length - shown.length} more` : "");
}

/** Returns the rows with issues as the file had them, under its headers, with an extra column for the issues. */
export function problemRows<Field extends string>(review: {
  head: ImportHead<Field>;
  rows: readonly { row: FileRow<Field>; issues: readonly Issue[] }[];
}): string[][] {
  const { head, rows } = review;
  return [
    [...head.columns.map(({ header }) => header), "issues"],
    ...rows
      .filter(({ issues }) => issues.length > 0)
      .map(({ row, issues }) => [
        ...head.columns.map(({ field }) => row.cells[field] ?? ""),
        `Line ${row.line}: ${issues.map(({ text }) => text).join("; ")}`,
      ]),
  ];
}
