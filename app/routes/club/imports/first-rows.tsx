import type { ReactNode } from "react";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { StatusBadge } from "./issue-table.tsx";

/** Shown at once; the rest is behind a summary, because each row is a card on a phone. */
const ROWS_SHOWN = 5;

interface FirstRow {
  line: number;
  /** One for each column. */
  cells: readonly string[];
  status: "valid" | "warning" | "error";
  effect: string;
}

/** The first rows of a preview's file, with what happens to each. @param props.rowCount of the whole file */
export function FirstRows(props: {
  columns: readonly { name: string; wide?: boolean }[];
  rows: readonly FirstRow[];
  rowCount: number;
}) {
  const { columns, rows, rowCount } = props;
  const more = rows.slice(ROWS_SHOWN);
  return (
    <>
      <h2>First rows of the file</h2>
      <RowTable caption="First rows of the file" columns={columns} rows={rows.slice(0, ROWS_SHOWN)} />
      {more.length > 0 ? (
        <details>
          <summary>Show {pluralize(more.length, "more row")}</summary>
          <RowTable caption="More rows of the file" columns={columns} rows={more} />
        </details>
      ) : null}
      {rowCount > rows.length ? (
        <p className="muted">
          The first {rows.length} of {count(rowCount)} rows.
        </p>
      ) : null}
    </>
  );
}

function RowTable(props: {
  caption: string;
  columns: readonly { name: string; wide?: boolean }[];
  rows: readonly FirstRow[];
}): ReactNode {
  return (
    <div className="sheet first-rows">
      <DataTable
        caption={props.caption}
        columns={[{ name: "Line" }, ...props.columns, { name: "What happens", wide: true }]}
        rows={props.rows.map((row) => ({
          key: String(row.line),
          cells: [
            `Line ${row.line}`,
            ...row.cells,
            <span key="status">
              <StatusBadge status={row.status} /> {row.effect}
            </span>,
          ],
        }))}
      />
    </div>
  );
}
