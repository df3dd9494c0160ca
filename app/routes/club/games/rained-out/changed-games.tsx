import type { ChangePage } from "./load-change.server.ts";

/** The games of a change: how each was, and how it is afterwards. */
export function ChangedGames({ games }: { games: ChangePage["changes"] }) {
  if (games.length === 0) return null;
  return (
    <ul className="plain-list lines">
      {games.map((game) => (
        <li key={game.id}>
          <strong>{game.title}</strong> <span className="nowrap">{game.becomes}</span>
          {game.collides ? <p className="field-error">At the same time: {game.collides}</p> : null}
        </li>
      ))}
    </ul>
  );
}
