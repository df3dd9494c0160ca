import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";

const WIDTH = 100;
const HEIGHT = 4;

/**
 * Shows an average of scores: the number over a thin bar from 0 to 20, without color. The dot, half-dot and ring and
 * their colors belong to single games (product/reports.md#stats).
 * @param average points per rated game; null if no game is rated
 */
export function AverageFigure({ average }: { average: number | null }) {
  if (average === null) return <span className="muted">Not rated yet</span>;
  return (
    <span className="average">
      <span>
        {formatAverage(average)}
        <span className="visually-hidden"> of {PERFECT_SCORE}</span>
      </span>
      <svg
        className="average-bar"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="bar-track" width={WIDTH} height={HEIGHT} />
        <rect className="bar-fill" width={barLength(average)} height={HEIGHT} />
      </svg>
    </span>
  );
}

const barLength = (average: number) => Math.round((average / PERFECT_SCORE) * WIDTH * 10) / 10;
