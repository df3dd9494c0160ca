import type { Tally } from "#app/domain/club/reports/report.ts";
import { count } from "#app/domain/values/pluralize.ts";

/**
 * The results of some games as one bar: perfect full, minor issues half as high, a major incident an outline, so that
 * the shape alone tells them apart. The figures stand in words beside it.
 */
export function ShareBar({ tally }: { tally: Pick<Tally, "rated" | "perfect" | "minor" | "major"> }) {
  const { rated, perfect, minor, major } = tally;
  if (rated === 0) return <span className="muted">No open result</span>;
  const width = (games: number) => Math.round((games / rated) * 1000) / 10;
  const [full, half, open] = [width(perfect), width(minor), width(major)];
  return (
    <span className="share">
      <svg className="share-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <path className="bar-track" d="M0 9H100V10H0z" />
        <path className="mark-20" d={`M0 0H${full}V10H0z`} />
        <path className="share-minor" d={`M${full} 5H${full + half}V10H${full}z`} />
        {major > 0 ? (
          <path className="mark-0" d={`M${full + half} 1H${full + half + open}V9H${full + half}z`} />
        ) : null}
      </svg>{" "}
      <span className="muted small">
        {count(perfect)} perfect, {count(minor)} minor, {count(major)} major
      </span>
    </span>
  );
}
