import { type ReactNode, useId } from "react";

/** One bar: label, value and formatted value. */
export interface Bar {
  label: string;
  n: number;
  text: string;
}

interface ChartProps {
  /** Message of the chart, as an answer. */
  answer: string;
  /** Accessible name of the picture: 'Sign-ups by week'. */
  title: string;
  bars: readonly Bar[];
  note?: ReactNode;
  /** Table of values that has more than the bars: heads, then rows. */
  table?: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  /** Column heads of the table below: label and value. */
  columns: readonly [string, string];
}

// Drawn on the server: widths in percent of the page, heights and letters in pixels, no script.
const part = (share: number) => `${Math.round(share * 1000) / 10}%`;
const HEIGHT = 88;
const TOP = 18;
const BASE = HEIGHT + TOP;
/** Charts with more bars have no room for their values. */
const LABELLED_MOST = 14;

/** Bars side by side from 0, the oldest at the left; the last one, an outline, is not over. */
export function TimeChart({ unit, ...props }: ChartProps & { unit: string }) {
  const { bars } = props;
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const width = 1 / Math.max(1, bars.length);
  const last = bars.length - 1;
  return (
    <Figure
      {...props}
      height={BASE + 20}
      note={props.note ?? `The last ${unit} is not over.`}
      empty={bars.every(({ n }) => n === 0)}
    >
      {bars.map(({ label, n, text }, index) => {
        const height = n > 0 ? Math.max(2, Math.round((HEIGHT * n) / most)) : 0;
        return (
          <g key={label} className={index === last ? "bar-open" : undefined}>
            <rect
              x={part((index + 0.1) * width)}
              width={part(width * 0.8)}
              y={BASE - height}
              height={height}
            />
            {n !== 0 && bars.length <= LABELLED_MOST ? (
              <text className="bar-figure" x={part((index + 0.5) * width)} y={BASE - height - 4}>
                {text}
              </text>
            ) : null}
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={BASE} y2={BASE} />
      <text y={BASE + 15}>{bars[0]?.label}</text>
      <text className="bar-end" x="100%" y={BASE + 15}>
        {bars[last]?.label}
      </text>
    </Figure>
  );
}

const ROW = 26;

/** Charts bars one below the other, each with its name and value. */
export function RowChart(props: ChartProps) {
  const { bars } = props;
  const most = Math.max(1, ...bars.map(({ n }) => n));
  return (
    <Figure {...props} height={bars.length * ROW} empty={bars.length === 0}>
      {bars.map(({ label, n, text }, index) => (
        <g key={label}>
          <text y={index * ROW + 17}>{label}</text>
          <rect x="36%" width={part((n / most) * 0.48)} y={index * ROW + 4} height={ROW - 8} />
          <text className="bar-end" x="100%" y={index * ROW + 17}>
            {text}
          </text>
        </g>
      ))}
    </Figure>
  );
}

function Figure(props: ChartProps & { height: number; empty: boolean; children: ReactNode }) {
  const { answer, title, bars, note, columns, height, empty, children } = props;
  const id = useId();
  const table = props.table ?? { columns, rows: bars.map(({ label, text }) => [label, text]).reverse() };
  return (
    <section>
      <h3>{answer}</h3>
      {empty ? (
        <p className="muted">
          {title}: nothing to show yet{bars[0] ? ` since ${bars[0].label}` : ""}.
        </p>
      ) : (
        <>
          <figure className="bars">
            <svg width="100%" height={height} role="img" aria-labelledby={`${id}-title ${id}-text`}>
              <title id={`${id}-title`}>{title}</title>
              <desc id={`${id}-text`}>{bars.map(({ label, text }) => `${label}: ${text}`).join(", ")}</desc>
              {children}
            </svg>
            <figcaption className="muted small">
              {title}
              {note ? <>. {note}</> : null}
            </figcaption>
          </figure>
          <details className="more">
            <summary>Show the figures</summary>
            <table className="bars-figures">
              <caption className="visually-hidden">{title}</caption>
              <thead>
                <tr>
                  {table.columns.map((column, index) => (
                    <th key={column} scope="col" className={index > 0 ? "numeric" : undefined}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((cells) => (
                  <tr key={cells[0]}>
                    {cells.map((cell, index) => (
                      <td key={table.columns[index]} className={index > 0 ? "numeric" : undefined}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}
