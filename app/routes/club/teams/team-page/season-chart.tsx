import { href } from "#app/config/addresses.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import {
  formatRolling,
  ROLLING_GAMES,
  type RollingMean,
  rollingMeans,
} from "#app/domain/club/stats/season.ts";
import { PERFECT_SCORE } from "#app/domain/values/average.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { scoreShape } from "#app/ui/strip.tsx";
import type { GameOnPage } from "./season.ts";

/** Width of a game in pixels, so that its dot is a target of its own; the chart scrolls if it does not fit. */
const STEP = 27;
/** Two dots are never closer than this, in the same pixels. */
const CLOSEST = 24;
/** Heights in percent of the chart, from above: a lane per score, and the sideline for unrated games. */
const LANES = { 20: 16, 10: 38, 0: 60 } as const;
const SIDELINE = 82;

/** Charts a season's games as dots by score at their date, each linked to its game, with the rolling mean of five. */
export function SeasonChart(props: { season: readonly GameOnPage[]; answer: string; rated: string | null }) {
  const { season, answer, rated } = props;
  const places = placesOf(season);
  const scored = season.flatMap((game, index) =>
    game.score === null ? [] : [{ score: game.score, x: places[index] ?? 0 }],
  );
  const means = rollingMeans(scored.map(({ score }) => score)).flatMap((mean, index) =>
    mean ? [{ ...mean, x: scored[index]?.x ?? 0 }] : [],
  );
  return (
    <figure className="chart">
      <figcaption>
        <strong>{answer}</strong>
      </figcaption>
      <div className="chart-frame">
        <div className="chart-scroll">
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have names, and the figure has a caption */}
          <svg width={season.length * STEP}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className="chart-grid" d={[...Object.values(LANES), SIDELINE].map(lane).join("")} />
              <path className="chart-band" d={bandOf(means)} />
              <polyline className="chart-line" points={lineOf(means)} />
            </svg>
            {season.map((game, index) => (
              <a
                key={game.id}
                href={href("/rating/:gameId", { gameId: game.id })}
                aria-label={`${game.day}, ${game.opponent}: ${game.result}`}
                className={game.id === rated ? "mark-new" : undefined}
              >
                <Dot game={game} x={places[index] ?? 0} />
              </a>
            ))}
            <text y="98%">{season[0]?.day}</text>
            <text x="100%" y="98%" textAnchor="end">
              {season.at(-1)?.day}
            </text>
          </svg>
        </div>
        <svg className="chart-words" aria-hidden="true">
          {([20, 10, 0] as const).map((score) => (
            <text key={score} y={`${LANES[score] - 7}%`}>
              {scoreLabels[score].name}
            </text>
          ))}
        </svg>
      </div>
      <p className="muted small">
        Line: the average of {ROLLING_GAMES} games. Shade: how far chance alone could move it.
      </p>
    </figure>
  );
}

function Dot({ game, x }: { game: GameOnPage; x: number }) {
  const y = game.score === null ? SIDELINE : LANES[game.score];
  return (
    <svg x={`${x}%`} y={`${y}%`} aria-hidden="true">
      <circle className="chart-target" r="12" />
      {game.score === null ? (
        <path
          className={game.mark === "s" ? "mark-sealed" : "mark-none"}
          d={waitingShape[game.mark === "s" ? 1 : 0]}
        />
      ) : (
        <path className={`mark-${game.score}`} d={scoreShape(game.score)} />
      )}
    </svg>
  );
}

/** Unrated game: a short stroke; sealed game: an envelope. Both stand on the sideline. */
const waitingShape = ["M0-7V0", "M-4.5-1v-7h9v7zM-4.5-8l4.5 4 4.5-4"] as const;

/** Lists the values behind the chart, newest first. */
export function SeasonTable({ season }: { season: readonly GameOnPage[] }) {
  const scores = season.flatMap(({ score }) => (score === null ? [] : [score]));
  const means = rollingMeans(scores);
  const rows = season.map((game) => ({ game, mean: game.score === null ? null : (means.shift() ?? null) }));
  return (
    <details className="more">
      <summary>Show the figures ({pluralize(season.length, "game")})</summary>
      <table className="season-table">
        <caption className="visually-hidden">
          Games with their result and the average of the {ROLLING_GAMES} up to each
        </caption>
        <thead>
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Result</th>
            <th scope="col" className="numeric">
              Average of {ROLLING_GAMES}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ game, mean }) => (
            <tr key={game.id}>
              <td>
                <a href={href("/rating/:gameId", { gameId: game.id })}>{game.opponent}</a>{" "}
                <span className="muted nowrap">{game.day}</span>
              </td>
              <td>{game.result}</td>
              <td className="numeric">{formatRolling(mean)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Returns the games' horizontal positions in percent: by date, at least a target's width apart. */
export function placesOf(season: readonly Pick<GameOnPage, "date">[]): number[] {
  const width = season.length * STEP;
  const day = ({ date }: { date: string }) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  const [first, last] = [season[0], season.at(-1)].map((game) => (game ? day(game) : 0)) as [number, number];
  const room = width - STEP;
  const places = season.map(
    (game) => STEP / 2 + (last === first ? 0 : (day(game) - first) / (last - first)) * room,
  );
  for (let index = 1; index < places.length; index += 1)
    places[index] = Math.max(places[index] ?? 0, (places[index - 1] ?? 0) + CLOSEST);
  let most = width - STEP / 2;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index] ?? 0, most);
    most = (places[index] ?? 0) - CLOSEST;
  }
  return places.map((place) => rounded((place / width) * 100));
}

const rounded = (number: number) => Math.round(number * 10) / 10;
const lane = (y: number) => `M0 ${y}H100`;
/** Returns a mean's height between the lanes, whose distances match their scores. */
const heightOf = (mean: number) => rounded(LANES[0] + (mean / PERFECT_SCORE) * (LANES[20] - LANES[0]));

type Placed = RollingMean & { x: number };

const lineOf = (means: readonly Placed[]) => means.map(({ x, mean }) => `${x},${heightOf(mean)}`).join(" ");

/** Draws the band along its upper edge and back along the lower one. */
function bandOf(means: readonly Placed[]): string {
  const edge = (end: "low" | "high") => means.map((mean) => `${mean.x} ${heightOf(mean[end])}`);
  return `M${[...edge("high"), ...edge("low").reverse()].join("L")}z`;
}
