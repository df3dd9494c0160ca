import { Fragment } from "react";
import { href } from "#app/config/addresses.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { ScoreMark } from "#app/ui/strip.tsx";
import type { GameView, ShownDay } from "./view-data.ts";

/** Most games in a day's cell; the week has the others. */
const GAMES_A_CELL = 4;
const DAYS_A_WEEK = 7;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Draws a month as a table of weeks; on a phone a list of the days that have games. */
export function Month({ title, days }: { title: string; days: readonly ShownDay[] }) {
  const weeks = days.filter((_, index) => index % DAYS_A_WEEK === 0);
  return (
    <table className="month">
      <caption className="visually-hidden">Games in {title}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={day}>
              {day.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ date }, week) => (
          <tr key={date}>
            {days.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK).map((day) => (
              <Day key={day.date} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day }: { day: ShownDay }) {
  if (!day.inMonth) return <td />;
  const { games, isToday } = day;
  // A link to one more game would take as much room as the game.
  const fits = games.length <= GAMES_A_CELL + 1 ? games.length : GAMES_A_CELL;
  const more = games.length - fits;
  return (
    <td aria-current={isToday ? "date" : undefined}>
      {games.length > 0 ? (
        <p className="month-number month-heading" data-number={day.number}>
          <strong>{day.heading}</strong>
        </p>
      ) : (
        <p className="month-number">{day.number}</p>
      )}
      {games.length > 0 ? (
        <ul className="plain-list">
          {games.slice(0, fits).map((game) => (
            <li key={game.id}>
              <Game game={game} />
            </li>
          ))}
          {more > 0 ? (
            <li>
              <a href={day.href}>{more} more games</a>
            </li>
          ) : null}
        </ul>
      ) : null}
    </td>
  );
}

function Game({ game }: { game: GameView }) {
  return (
    <>
      <p className="muted">
        {game.time ?? "Time TBD"}
        {states(game).map((state) => (
          <Fragment key={state}> · {state}</Fragment>
        ))}
        {game.score === null ? null : (
          <>
            {" "}
            <ScoreMark score={game.score} /> {game.score}
            <span className="visually-hidden"> {scoreLabels[game.score].name}</span>
          </>
        )}
      </p>{" "}
      <a href={href("/rating/:gameId", { gameId: game.id })}>
        {game.team} {game.opponent}
      </a>
    </>
  );
}

function states(game: GameView): string[] {
  const states: string[] = [];
  if (game.collides) states.push("same time as another game");
  if (game.phase === "cancelled" || game.phase === "in-progress") states.push(game.phaseName.toLowerCase());
  else if (game.was) states.push("moved");
  if (game.sealed) states.push("sealed");
  else if (game.rateable && game.score === null) states.push(game.rated ? "pending" : "not rated");
  return states;
}
