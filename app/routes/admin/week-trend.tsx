import { count } from "#app/domain/values/pluralize.ts";

/** Height of the highest bar, in px. */
const HEIGHT = 88;

interface Week {
  /** 'Nov 15' */
  day: string;
  n: number;
}

/**
 * A number by week: bars from 0 with their figures, the oldest at the left, the present week an outline, and all of it
 * as a table below.
 * @param title what it shows, as an answer
 * @param of 'Sign-ups'
 */
export function WeekTrend({ title, of, weeks }: { title: string; of: string; weeks: readonly Week[] }) {
  const most = Math.max(...weeks.map(({ n }) => n));
  const [first] = weeks;
  const last = weeks.at(-1);
  return (
    <section>
      <h3>{title}</h3>
      {most === 0 ? (
        <p className="muted">Nothing to show since {first?.day}.</p>
      ) : (
        <>
          <figure className="weeks">
            <div
              className="weeks-bars"
              role="img"
              aria-label={`${of} by week, from ${first?.day} to ${last?.day}: ${weeks.map(({ n }) => n).join(", ")}`}
            >
              {weeks.map(({ day, n }) => (
                <span key={day}>
                  {n === 0 ? "" : short(n)}{" "}
                  <svg aria-hidden="true" height={Math.max(1, Math.round((HEIGHT * n) / most))}>
                    <rect width="100%" height="100%" />
                  </svg>
                </span>
              ))}
            </div>
            <figcaption className="muted small">
              By week, {first?.day} to {last?.day}; the last week is not over
            </figcaption>
          </figure>
          <details className="more">
            <summary>The figures in a table</summary>
            <table className="weeks-table">
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
        </>
      )}
    </section>
  );
}

/** 950, '1.2k', '14k': as wide as a bar. */
const short = (n: number) => (n < 1000 ? String(n) : `${(n / 1000).toFixed(n < 10_000 ? 1 : 0)}k`);
