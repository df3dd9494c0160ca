import { href } from "#app/config/addresses.ts";
import { sealedPart } from "#app/domain/club/stats/stats.ts";
import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { TeamCard } from "#app/routes/club/teams/cards.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import type { GameOnPage } from "./season.ts";

const HEIGHT = 100;
const WIDTH = 100;

/** The team's average: as a figure, as a line over the season, and game by game in a table. */
export function Averages({ card, season }: { card: TeamCard; season: readonly GameOnPage[] }) {
  if (season.length === 0) return null;
  const points = season.flatMap((game) => (game.counts && game.average !== null ? [game.average] : []));
  const [first] = season;
  const last = season.at(-1);
  return (
    <div className="averages">
      <div className="averages-sum">
        <p className="muted">Average</p>
        <AverageFigure average={card.average} />
        <p className="muted small">
          {card.gamesPlayed} of {pluralize(card.completedGames, "game")} rated
          {sealedPart(card.sealedGames)}; score {card.score}
        </p>
      </div>
      {points.length > 1 ? (
        <figure className="chart">
          <div className="chart-scale" aria-hidden="true">
            <span>{PERFECT_SCORE}</span> <span>{PERFECT_SCORE / 2}</span> <span>0</span>
          </div>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={lineLabel(points)}
          >
            <path className="chart-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
            <polyline className="chart-line" points={lineOf(points)} />
          </svg>
          <figcaption className="muted small">
            The average after each rated game, {first?.day} to {last?.day}
          </figcaption>
        </figure>
      ) : null}
      <details className="more averages-games">
        <summary>{pluralize(season.length, "game")} in a table</summary>
        <table className="season-table">
          <caption className="visually-hidden">Games with their result and the average after it</caption>
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Result</th>
              <th scope="col" className="numeric">
                Average
              </th>
            </tr>
          </thead>
          <tbody>
            {season.toReversed().map((game) => (
              <tr key={game.id}>
                <td>
                  <a href={href("/rating/:gameId", { gameId: game.id })}>{game.opponent}</a>{" "}
                  <span className="muted nowrap">{game.day}</span>
                </td>
                <td>{game.result}</td>
                <td className="numeric">{game.average === null ? "–" : formatAverage(game.average)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

/** 'Average after each rated game: from 15.0 to 19.2, lowest 14.2, highest 19.2' */
function lineLabel(points: readonly number[]): string {
  const [first = 0] = points;
  const last = points.at(-1) ?? 0;
  const [low, high] = [Math.min(...points), Math.max(...points)].map(formatAverage);
  return `Average after each rated game: from ${formatAverage(first)} to ${formatAverage(last)}, lowest ${low}, highest ${high}`;
}

/** The line's points, the first on the left edge, the last on the right, 20 on top. */
function lineOf(points: readonly number[]): string {
  const rounded = (number: number) => Math.round(number * 10) / 10;
  return points
    .map((average, index) => {
      const x = rounded((index / (points.length - 1)) * WIDTH);
      const y = rounded((1 - average / PERFECT_SCORE) * HEIGHT);
      return `${x},${y}`;
    })
    .join(" ");
}
