import type { ReactNode } from "react";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { ScoreMark } from "./strip.tsx";

/**
 * A game in a `DayList`: two lines on a phone, where the whole row opens the game; columns on a desktop.
 * @param state a mark, a badge, or what the reader can do
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
      <a className="game-name" href={props.href}>
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

/** A score in a row: shape and number; its name too where there is room, and for who cannot see the shape. */
export function ScoreInRow({ score }: { score: Score }) {
  return (
    <span className="row-score">
      <ScoreMark score={score} /> {score} <span className="row-word">{scoreLabels[score].name}</span>
    </span>
  );
}
