/** A figure of a season or a pulse. */
export interface ChartPoint {
  /** 'Nov 12, 2026' */
  label: string;
  value: number;
  /** '4.2' */
  shown: string;
  /** Basis of the value: '23 answers'. */
  note: string;
  /** Ends of its interval, if it has one. */
  low?: number;
  high?: number;
}

/** Most points of a chart; older ones are in the table. */
const POINTS_MOST = 12;
/** Most labels side by side on a phone. */
const LABELS_MOST = 4;
/** Heights in percent of the chart, from above: the best value, and the least. */
const TOP = 14;
const BOTTOM = 78;

/**
 * Charts a value over the years: dots with their interval on the whole scale, oldest left, and the values as a table. A
 * single value is the sentence alone.
 * @param answer message, as a sentence
 * @param points oldest first
 */
export function YearsChart(props: {
  answer: string;
  points: readonly ChartPoint[];
  scale: { least: number; most: number; leastLabel: string; mostLabel: string };
  columns: { name: string; value: string; note: string };
}) {
  const { answer, scale, columns } = props;
  const points = props.points.slice(-POINTS_MOST);
  const x = (index: number) => rounded(((index + 0.5) / points.length) * 100);
  const y = (value: number) =>
    rounded(BOTTOM - ((value - scale.least) / (scale.most - scale.least)) * (BOTTOM - TOP));
  if (points.length < 2) return <p className="stats-sentence">{answer}.</p>;
  const every = Math.ceil(points.length / LABELS_MOST);
  const isLabelled = (index: number) => (points.length - 1 - index) % every === 0;
  const bars = points.flatMap(({ low, high }, index) =>
    low === undefined || high === undefined ? [] : [`M${x(index)} ${y(low)}V${y(high)}`],
  );
  return (
    <figure className="years-chart">
      <figcaption>
        <strong>{answer}</strong>
      </figcaption>
      <svg role="img" aria-label={points.map(({ label, shown }) => `${label}: ${shown}`).join("; ")}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="years-grid" d={`M0 ${TOP}H100M0 ${BOTTOM}H100`} />
          <path className="years-reach" d={bars.join("")} />
          <polyline
            className="years-line"
            points={points.map(({ value }, index) => `${x(index)},${y(value)}`).join(" ")}
          />
        </svg>
        <text className="years-scale" y={`${TOP - 3}%`}>
          {scale.mostLabel}
        </text>
        <text className="years-scale" y={`${BOTTOM - 3}%`}>
          {scale.leastLabel}
        </text>
        {points.map(({ label, value, shown }, index) => (
          <g key={label}>
            <circle className="years-dot" cx={`${x(index)}%`} cy={`${y(value)}%`} r="5" />
            {isLabelled(index) ? (
              <>
                <text x={`${x(index)}%`} y={`${y(value) - 6}%`} textAnchor="middle" className="years-value">
                  {shown}
                </text>
                <text x={`${x(index)}%`} y="95%" textAnchor="middle">
                  {label}
                </text>
              </>
            ) : null}
          </g>
        ))}
      </svg>
      <details className="more">
        <summary>Show the figures</summary>
        <table className="years-table">
          <caption className="visually-hidden">{answer}</caption>
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.value}</th>
              <th scope="col">{columns.note}</th>
            </tr>
          </thead>
          <tbody>
            {props.points.toReversed().map(({ label, shown, note }) => (
              <tr key={label}>
                <td>{label}</td>
                <td>{shown}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const rounded = (number: number) => Math.round(number * 10) / 10;
