import { ScheduledGame } from "./scheduled-game.tsx";
import type { ShownDay } from "./view-data.ts";

/** The days of a week with their games; days without one in a row are a line. */
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
