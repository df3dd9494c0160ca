import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { StatusBadge } from "#app/routes/club/imports/issue-table.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { PreviewData } from "./preview-data.ts";

/** Shown at once; the rest is behind a summary. */
const ROWS_SHOWN = 5;

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
