import { href } from "#app/config/addresses.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { PreviewData } from "./preview-data.ts";

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
      <ul className="issue-list">
        {issueGroups.map(({ level, text, examples, rowCount, lines }) => (
          <li key={level + text}>
            <StatusBadge status={level} /> <strong>{pluralize(rowCount, "row")}:</strong> {text}
            {examples.length > 0 ? `, such as ${examples.join(", ")}` : ""}{" "}
            <span className="muted">
              ({rowCount === 1 ? "line" : "lines"} {lines})
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function FirstRows({ preview }: { preview: PreviewData }) {
  const shown = preview.rows.length;
  return (
    <>
      <h2>First rows of the file</h2>
      <div className="sheet first-rows">
        <DataTable
          caption="First rows of the file"
          columns={[
            { name: "Line" },
            { name: "Team" },
            { name: "Opponent" },
            { name: "Date and time" },
            { name: "Location" },
            { name: "What happens", wide: true },
          ]}
          rows={preview.rows.map((row) => ({
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
      {preview.rowCount > shown ? (
        <p className="muted">
          The first {shown} of {count(preview.rowCount)} rows.
        </p>
      ) : null}
    </>
  );
}
