import type { ReactNode } from "react";
import { withThousands } from "./stats.tsx";

interface Column {
  name: string;
  /**
   * Position on a phone: `name` and `state` are the row's first line, `left` (short) and `line` the second; `more` is
   * for wide screens only.
   */
  place: "name" | "state" | "left" | "line" | "more";
}

interface RowTick {
  name: string;
  value: string;
  label: string;
  ticked?: boolean;
}

interface ListRow {
  key: string;
  /** Page that the row opens; the cell in the place `name` becomes its link. */
  href?: string;
  /** Box to choose the row by; `null` if it cannot be chosen, undefined in a list without boxes. */
  tick?: RowTick | null;
  cells: readonly ReactNode[];
}

/** Texts that may be truncated are complete in the title. */
const LONG = 22;

/**
 * Draws a list to scan: a table with one line per row on a desktop, two lines per row on a phone. The whole row opens
 * its page, or checks its box if it opens none.
 */
export function RowTable(props: { caption: string; columns: readonly Column[]; rows: readonly ListRow[] }) {
  const { caption, columns, rows } = props;
  const ticks = rows.some(({ tick }) => tick !== undefined);
  return (
    <div className="table-wrap">
      <table className={rows.some(({ href }) => href) ? "rows rows-open" : "rows"}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {ticks ? (
              <th scope="col">
                <span className="visually-hidden">Choose</span>
              </th>
            ) : null}
            {columns.map(({ name, place }) => (
              <th key={name} scope="col" className={`row-${place}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {ticks ? <td className="row-tick">{row.tick ? <Tick {...row.tick} /> : null}</td> : null}
              {row.cells.map((cell, index) => {
                const column = columns[index];
                return (
                  <td key={column?.name} className={`row-${column?.place}`} title={titleOf(cell)}>
                    {row.href && column?.place === "name" ? (
                      <a className="row-link" href={row.href}>
                        {cell}
                      </a>
                    ) : (
                      withThousands(cell)
                    )}
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

const titleOf = (cell: ReactNode) => (typeof cell === "string" && cell.length > LONG ? cell : undefined);

function Tick({ name, value, label, ticked }: RowTick) {
  return (
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={ticked} />
      <span className="visually-hidden"> {label}</span>
    </label>
  );
}
