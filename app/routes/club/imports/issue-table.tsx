import type { IssueGroup } from "#app/domain/club/imports/issue-groups.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";

/** Shown at once; the rest is behind a summary. */
const GROUPS_SHOWN = 4;

const statusName = { valid: "Valid", warning: "Warning", error: "Error" } as const;

/** Valid, Warning or Error. */
export function StatusBadge({ status }: { status: keyof typeof statusName }) {
  return <Badge strong={status === "error"}>{statusName[status]}</Badge>;
}

/** Equal problems in one line with their rows, and the way to download the rows. `problems`: the download. */
export function IssueTable(props: { problems: string; issueGroups: IssueGroup[]; issueCount: number }) {
  const { problems, issueGroups, issueCount } = props;
  if (issueCount === 0) return null;
  return (
    <>
      <h2>{pluralize(issueCount, "row")} with a note or a problem</h2>
      <p>
        Line numbers are those of your file. <a href={problems}>Download only the rows with problems</a> to
        fix them, then import that file.
      </p>
      <IssueList groups={issueGroups.slice(0, GROUPS_SHOWN)} />
      {issueGroups.length > GROUPS_SHOWN ? (
        <details>
          <summary>
            Show {pluralize(issueGroups.length - GROUPS_SHOWN, "more kind")} of note or problem
          </summary>
          <IssueList groups={issueGroups.slice(GROUPS_SHOWN)} />
        </details>
      ) : null}
    </>
  );
}

function IssueList({ groups }: { groups: IssueGroup[] }) {
  return (
    <ul className="issue-list">
      {groups.map(({ level, text, examples, rowCount, lines }) => (
        <li key={level + text}>
          <StatusBadge status={level} /> <strong>{pluralize(rowCount, "row")}:</strong> {text}
          {examples.length > 0 ? `, such as ${examples.join(", ")}` : ""}{" "}
          <span className="muted">
            ({rowCount === 1 ? "line" : "lines"} {lines})
          </span>
        </li>
      ))}
    </ul>
  );
}
