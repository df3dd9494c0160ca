import { Fragment, type ReactNode } from "react";
import { type GameDay, type GamePhase, gameDays } from "#app/domain/club/games/game-rules.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { ScoreMark } from "./strip.tsx";

interface ListedGame {
  id: string;
  /** The heading of its day. */
  day: string;
  past: boolean;
  phase: GamePhase;
}

/**
 * Lists games by day: upcoming ones, a line with today's date, and past ones.
 * @param first games shown before all others
 * @param today 'Saturday, November 21'
 * @param children draws one game, as a `GameRow`
 */
export function DayList<Game extends ListedGame>(props: {
  first?: { title: string; games: readonly Game[] };
  games: readonly Game[];
  today: string;
  children: (game: Game) => ReactNode;
}) {
  const { first } = props;
  const { upcoming, earlier } = gameDays(props.games);
  const now = props.games.some(({ phase }) => phase === "in-progress");
  return (
    <div className="day-list">
      {first && first.games.length > 0 ? (
        <Days
          title={first.title}
          days={gameDays(first.games.map((game) => ({ ...game, past: true }))).earlier}
        >
          {props.children}
        </Days>
      ) : null}
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

/**
 * Draws a game in a `DayList`: two lines on a phone, where the whole row opens the game; columns on a desktop.
 * @param state a mark, a badge, or the reader's action
 * @param details a further column on a desktop, left out on a phone
 * @param note a further line
 */
export function GameRow(props: {
  href: string;
  time: string | null;
  /** 'vs. Lions' */
  opponent: string;
  team: ReactNode;
  place: string;
  state?: ReactNode;
  details?: ReactNode;
  note?: ReactNode;
}) {
  return (
    <>
      <span className="game-time">
        {props.time ?? (
          <>
            <span className="visually-hidden">Time </span>TBD
          </>
        )}
      </span>{" "}
      <a className="game-name row-link" href={props.href}>
        {props.opponent}
      </a>{" "}
      <span className="game-about">
        <span className="game-team">{props.team}</span>{" "}
        <span className="game-place">
          <span className="game-dot">· </span>
          {props.place}
        </span>
      </span>{" "}
      <span className="game-state">{props.state}</span>{" "}
      {props.details ? <span className="game-details">{props.details}</span> : null}{" "}
      {props.note ? <span className="game-note">{props.note}</span> : null}
    </>
  );
}

/** Shows a score in a row by shape and number; its name too where there is room, and for screen readers. */
export function ScoreInRow({ score }: { score: Score }) {
  return (
    <span className="row-score">
      <ScoreMark score={score} /> {score} <span className="row-word">{scoreLabels[score].name}</span>
    </span>
  );
}
