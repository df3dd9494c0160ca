import type { ReactNode } from "react";
import { withThousands } from "./stats.tsx";

interface Column {
  name: string;
  numeric?: boolean;
  /** True if cells are sentences, which go below their label on the card, not beside it. */
  wide?: boolean;
  /** Class of its cells, for a page with its own style. */
  look?: string;
}

const columnClass = (column?: Column) =>
  [column?.numeric ? "numeric" : column?.wide ? "wide" : "", column?.look ?? ""].filter(Boolean).join(" ") ||
  undefined;

/** Draws a table on a desktop and a card per row on a phone. Each cell is labelled by its column for the card. */
export function DataTable(props: {
  caption: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  return (
    <div className="table-wrap">
      <table className="table">
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.name} scope="col" className={columnClass(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) => {
                const column = props.columns[index];
                return (
                  <td key={column?.name} data-label={column?.name} className={columnClass(column)}>
                    {withThousands(cell)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
