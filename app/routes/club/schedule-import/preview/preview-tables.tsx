import { href } from "#app/config/addresses.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { PreviewData } from "./preview-data.ts";

/** Shown at once; the rest is behind a summary. */
const ROWS_SHOWN = 5;
const GROUPS_SHOWN = 4;

const statusName = { valid: "Valid", warning: "Warning", error: "Error" } as const;

function StatusBadge({ status }: { status: keyof typeof statusName }) {
  return <Badge strong={status === "error"}>{statusName[status]}</Badge>;
}

/** Equal problems in one line with their rows, and the way to download the rows. */
export function IssueTable({ id, preview }: { id: string; preview: PreviewData }) {
  const { issueGroups, issueCount } = preview;
  if (issueCount === 0) return null;
  return (
    <>
      <h2>{pluralize(issueCount, "row")} with a note or a problem</h2>
      <p>
        Line numbers are those of your file.{" "}
        <a href={href("/schedule/imports/:importId/problems.csv", { importId: id })}>
          Download only the rows with problems
        </a>{" "}
        to fix them, then import that file.
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

function IssueList({ groups }: { groups: PreviewData["issueGroups"] }) {
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

/** The first rows; most of them behind a summary, because each is a card on a phone. */
export function FirstRows({ preview }: { preview: PreviewData }) {
  const { rows } = preview;
  const more = rows.slice(ROWS_SHOWN);
  return (
    <>
      <h2>First rows of the file</h2>
      <RowTable caption="First rows of the file" rows={rows.slice(0, ROWS_SHOWN)} />
      {more.length > 0 ? (
        <details>
          <summary>Show {pluralize(more.length, "more row")}</summary>
          <RowTable caption="More rows of the file" rows={more} />
        </details>
      ) : null}
      {preview.rowCount > rows.length ? (
        <p className="muted">
          The first {rows.length} of {count(preview.rowCount)} rows.
        </p>
      ) : null}
    </>
  );
}

function RowTable({ caption, rows }: { caption: string; rows: PreviewData["rows"] }) {
  return (
    <div className="sheet first-rows">
      <DataTable
        caption={caption}
        columns={[
          { name: "Line" },
          { name: "Team" },
          { name: "Opponent" },
          { name: "Date and time" },
          { name: "Location" },
          { name: "What happens", wide: true },
        ]}
        rows={rows.map((row) => ({
          key: String(row.line),
          cells: [
            `Line ${row.line}`,
            row.team,
            row.opponent,
            [row.date, row.time].filter(Boolean).join(", "),
            row.location,
            <span key="status">
              <StatusBadge status={row.status} /> {row.effect}
            </span>,
          ],
        }))}
      />
    </div>
  );
}
