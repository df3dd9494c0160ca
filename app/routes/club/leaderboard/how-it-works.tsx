import {
  adjustedAverage,
  DRAWN_GAMES,
  LEAST_RATED_GAMES,
  LEAST_RATED_PERCENT,
} from "#app/domain/control/leaderboard/ranking.ts";
import { formatAverage } from "#app/domain/values/average.ts";

const PERFECT = 20;
const MANY_GAMES = 20;

/** Explains the rule of rank with today's numbers. */
export function HowItWorks({ totals }: { totals: { mean: number | null; ranked: number } }) {
  return (
    <details className="more">
      <summary>How the competition works</summary>
      <ul>
        <li>
          A game's final score is 20 points for perfect behavior on the sideline, 10 for minor issues, 0 for a
          major incident. A team's average is its points per rated game.
        </li>
        <li>
          A team is ranked from {LEAST_RATED_GAMES} rated games on, and when at least {LEAST_RATED_PERCENT}%
          of its completed games are rated. All others are listed as 'Not ranked yet', with what is missing.
        </li>
        <li>
          So that a few games never beat many, the rank uses an adjusted average: as if {DRAWN_GAMES} more
          games had been played at the average of all clubs' teams. That is what an average 'counts as'.{" "}
          <Example {...totals} />
        </li>
        <li>Ties are broken by perfect games, then games played, then name.</li>
        <li>
          Only team, club, city, state, age group, gender and scores are shown, and only for clubs that take
          part. No person is ever named.
        </li>
      </ul>
    </details>
  );
}

function Example({ mean, ranked }: { mean: number | null; ranked: number }) {
  if (mean === null) return <>No game is rated yet, so no team is ranked.</>;
  const perfect = (games: number) =>
    formatAverage(adjustedAverage({ totalScore: games * PERFECT, ratedGames: games }, mean));
  return (
    <>
      That average is {formatAverage(mean)} right now: {LEAST_RATED_GAMES} perfect games count as{" "}
      {perfect(LEAST_RATED_GAMES)}, {MANY_GAMES} perfect games as {perfect(MANY_GAMES)}.
      {ranked === 0 ? " No team is ranked yet." : null}
    </>
  );
}
