import { href } from "#app/config/addresses.ts";
import { GameMark, stripLabel } from "#app/ui/strip.tsx";
import type { GameOnPage } from "./season.ts";

/**
 * The sideline strip at full width, oldest game on the left: each mark leads to its game. The table below it says the
 * same in words. `rated` is the game that was rated just now; its mark lands on the line.
 */
export function SeasonStrip({ season, rated }: { season: readonly GameOnPage[]; rated: string | null }) {
  if (season.length === 0) return <p className="muted">No game has kicked off yet.</p>;
  return (
    <>
      <p className="visually-hidden">{stripLabel(season.map(({ mark }) => mark).join(""))}</p>
      <ol className="season-strip">
        {season.map((game) => {
          const label = `${game.day}, ${game.opponent}: ${game.result}`;
          return (
            <li key={game.id} className={game.id === rated ? "mark-new" : undefined}>
              <a href={href("/rating/:gameId", { gameId: game.id })} title={label}>
                <GameMark mark={game.mark} /> <span className="visually-hidden">{label}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </>
  );
}
