import { href } from "#app/config/addresses.ts";
import { Badge, SealedBadge } from "#app/ui/badge.tsx";
import { GameRow, ScoreInRow } from "#app/ui/day-list.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import type { GameView, ShownDay } from "./view-data.ts";

/** Shows a game of the schedule. Its page, behind the row, has all actions; a desktop has room for links. */
export function ScheduledGame({ game }: { game: GameView }) {
  const { readOnly } = useShell();
  return (
    <GameRow
      href={href("/rating/:gameId", { gameId: game.id })}
      time={game.time}
      opponent={game.opponent}
      team={
        <>
          {game.team} <span className="game-group">{game.ageGroup}</span>
        </>
      }
      place={game.location || "TBD"}
      state={<State game={game} />}
      details={game.manages && !readOnly ? <Changes game={game} /> : null}
      note={game.was || game.collides ? <Note game={game} /> : null}
    />
  );
}

function Note({ game }: { game: GameView }) {
  return (
    <>
      {game.was ? `was ${game.was}` : null}
      {game.was && game.collides ? "; " : null}
      {game.collides ? <strong>At the same time as another game of the team</strong> : null}
    </>
  );
}

function State({ game }: { game: GameView }) {
  const { readOnly } = useShell();
  if (game.takenOut) return <Badge>{game.phaseName}</Badge>;
  if (game.score !== null) return <ScoreInRow score={game.score} />;
  if (game.rates && !readOnly) {
    return (
      <a
        className="button button-secondary row-button"
        href={href("/rating/:gameId", { gameId: game.id })}
        aria-label={`Rate ${about(game)}`}
      >
        Rate
      </a>
    );
  }
  if (game.sealed) return <SealedBadge />;
  if (game.rateable && game.phase !== "in-progress") {
    return <span className="muted">{game.rated ? "Pending" : "Not rated"}</span>;
  }
  // The heading above has 'Upcoming', or the day.
  return game.phase === "upcoming" ? null : <Badge>{game.phaseName}</Badge>;
}

function Changes({ game }: { game: GameView }) {
  const change = game.phase === "cancelled" ? "Put back on" : "Cancel game";
  return (
    <span className="row-links">
      <a href={href("/schedule/:gameId/edit", { gameId: game.id })} aria-label={`Edit ${about(game)}`}>
        Edit
      </a>{" "}
      {game.rated ? null : (
        <a
          href={href("/schedule/:gameId/cancel", { gameId: game.id })}
          aria-label={`${change} ${about(game)}`}
        >
          {change}
        </a>
      )}
    </span>
  );
}

/** Names the game of a link for screen readers; in a text browser the row does. */
const about = (game: GameView) => `${game.team} ${game.opponent}, ${game.day}`;

/** Shows the days of a week with their games; consecutive days without games are one line. */
export function Week({ days }: { days: readonly ShownDay[] }) {
  return (
    <div className="day-list">
      {inRuns(days).map(({ first, last }) =>
        first.games.length === 0 ? (
          <p key={first.date} className="muted small">
            {first === last ? first.heading : `${first.heading} to ${last.heading}`}: no games
          </p>
        ) : (
          <section key={first.date} id={`day-${first.date}`} aria-label={first.heading}>
            <h3 className="day">{first.heading}</h3>
            <ul className="game-rows">
              {first.games.map((game) => (
                <li key={game.id} className="game-row">
                  <ScheduledGame game={game} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  );
}

/** Days with games one by one, days without together; today always stands alone. */
function inRuns(days: readonly ShownDay[]): { first: ShownDay; last: ShownDay }[] {
  const runs: { first: ShownDay; last: ShownDay }[] = [];
  const alone = ({ games, isToday }: ShownDay) => games.length > 0 || isToday;
  for (const day of days) {
    const run = runs.at(-1);
    if (run && !alone(day) && !alone(run.last)) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs;
}
