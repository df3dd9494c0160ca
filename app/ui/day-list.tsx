import { Fragment, type ReactNode } from "react";
import { type GameDay, gameDays } from "#app/domain/club/games/game-days.ts";
import type { GamePhase } from "#app/domain/club/games/game-rules.ts";

interface ListedGame {
  id: string;
  /** The heading of its day. */
  day: string;
  past: boolean;
  phase: GamePhase;
}

/**
 * Games by day: those to come, a line that says what day it is, and those that were.
 * @param today 'Saturday, November 21'
 * @param children draws one game, as a `GameRow`
 */
export function DayList<Game extends ListedGame>(props: {
  games: readonly Game[];
  today: string;
  children: (game: Game) => ReactNode;
}) {
  const { upcoming, earlier } = gameDays(props.games);
  const now = props.games.some(({ phase }) => phase === "in-progress");
  return (
    <div className="day-list">
      {upcoming.length > 0 ? (
        <Days title={now ? "Now and upcoming" : "Upcoming"} days={upcoming}>
          {props.children}
        </Days>
      ) : null}
      {upcoming.length > 0 && earlier.length > 0 ? (
        <p className="today-line">Today is {props.today}</p>
      ) : null}
      {earlier.length > 0 ? (
        <Days title="Earlier" days={earlier} look="game-rows game-rows-earlier">
          {props.children}
        </Days>
      ) : null}
    </div>
  );
}

function Days<Game extends ListedGame>(props: {
  title: string;
  days: readonly GameDay<Game>[];
  look?: string;
  children: (game: Game) => ReactNode;
}) {
  return (
    <>
      <h2>{props.title}</h2>
      {props.days.map(({ heading, games }) => (
        <Fragment key={heading}>
          <h3 className="day">{heading}</h3>
          <ul className={props.look ?? "game-rows"}>
            {games.map((game) => (
              <li key={game.id} className="game-row">
                {props.children(game)}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </>
  );
}
