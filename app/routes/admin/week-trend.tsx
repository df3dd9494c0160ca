import { count } from "#app/domain/values/pluralize.ts";

const HEIGHT = 100;
const WIDTH = 120;

interface Week {
  /** 'Nov 15' */
  day: string;
  n: number;
}

/**
 * A number by week: bars from 0, the oldest at the left, with the figures as a table below.
 * @param title what it shows, as an answer
 * @param of 'Sign-ups'
 */
export function WeekTrend({ title, of, weeks }: { title: string; of: string; weeks: readonly Week[] }) {
  const most = Math.max(...weeks.map(({ n }) => n), 1);
  const [first] = weeks;
  const last = weeks.at(-1);
  const step = WIDTH / weeks.length;
  return (
    <section>
      <h3>{title}</h3>
      <figure className="chart">
        <div className="chart-scale" aria-hidden="true">
          <span>{count(most)}</span> <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${of} by week, from ${first?.day} to ${last?.day}: ${weeks.map(({ n }) => n).join(", ")}`}
        >
          <path className="chart-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          {weeks.map(({ day, n }, index) => (
            <rect
              key={day}
              className="bar-fill"
              x={index * step + step * 0.15}
              y={HEIGHT * (1 - n / most)}
              width={step * 0.7}
              height={(HEIGHT * n) / most}
            />
          ))}
        </svg>
        <figcaption className="muted small">
          By week, {first?.day} to {last?.day}; the last week is not over
        </figcaption>
      </figure>
      <details className="more">
        <summary>The figures in a table</summary>
        <table className="season-table">
          <caption className="visually-hidden">{of} by week</caption>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col" className="numeric">
                {of}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ day, n }) => (
              <tr key={day}>
                <td>{day}</td>
                <td className="numeric">{count(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
