import { contactFieldName } from "#app/domain/club/contacts-import/contact-columns.ts";
import type {
  ContactsSummary,
  ReviewedContactRow,
} from "#app/domain/club/contacts-import/contact-review.server.ts";
import { effectName } from "#app/domain/club/contacts-import/labels.ts";
import { formatLabel } from "./format-label.ts";

const IGNORED_SHOWN = 40;

/** Formats a preview's summary for its page. */
export function contactsPreviewData(summary: ContactsSummary) {
  const { head, counts, firstRows, issueGroups, issueCount, openTeams, resolvedTeams, clubTeams } = summary;
  const teamNames = new Map(clubTeams.map(({ id, name }) => [id, name]));
  const has = (pattern: RegExp) => head.columns.some(({ field }) => pattern.test(field));
  return {
    source: head.source,
    format: formatLabel(head.format),
    rowCount: head.rowCount,
    columns: head.columns.map(({ field, header }) => ({ header, field: contactFieldName(field) })),
    ignored: head.ignored.slice(0, IGNORED_SHOWN),
    counts,
    rows: firstRows.map((row) => rowData(row, teamNames)),
    issueGroups,
    issueCount,
    severalCount: summary.severalCount,
    oneName: head.oneName ?? false,
    newTeams: (head.newTeams ?? []).map(({ name }) => name),
    openTeams: openTeams.map(({ names, rowCount }) => ({ name: names[0] ?? "", rowCount })),
    hasTeams: openTeams.length + resolvedTeams.length > 0,
    hasNames: has(/^(?:name|first|last)\d/),
    hasChildren: has(/^child/),
  };
}

export type ContactsPreviewData = ReturnType<typeof contactsPreviewData>;

/** The columns of a row's cells. */
export const rowColumns = [
  { name: "Parents", wide: true },
  { name: "Child" },
  { name: "Team" },
  { name: "Age group" },
];

/** Formats a row as it was understood; one with an error as in the file. */
function rowData({ row, read, status, issues, effect }: ReviewedContactRow, teamNames: Map<string, string>) {
  const { cells } = row;
  const shown = (...fields: (keyof typeof cells)[]) =>
    fields
      .map((field) => cells[field] ?? "")
      .filter(Boolean)
      .join(" ");
  const [child] = read.children;
  return {
    line: row.line,
    status,
    cells: [
      read.guardians.map(({ name, email }) => (name ? `${name}, ${email}` : email)).join("; ") ||
        [shown("first1", "last1") || shown("name1"), shown("email1")].filter(Boolean).join(", "),
      read.children.map(({ name }) => name).join(", ") ||
        shown("childFirst1", "childLast1") ||
        shown("child1"),
      (child?.teamId && teamNames.get(child.teamId)) || shown("team"),
      child?.ageGroup || shown("age1") || shown("born1"),
    ],
    effect: [effectName[effect], issues.map(({ text }) => text).join("; ")].filter(Boolean).join(". "),
  };
}
