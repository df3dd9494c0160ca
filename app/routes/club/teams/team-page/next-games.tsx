import { href } from "#app/config/addresses.ts";
import type { TeamPageData } from "./load-team.server.ts";

/** The team's next games, and the way to its whole schedule. */
export function NextGames({ games, teamId }: { games: TeamPageData["next"]; teamId: string }) {
  return (
    <>
      {games.length === 0 ? <p className="muted">No game is planned.</p> : null}
      <ul className="plain-list lines">
        {games.map((game) => (
          <li key={game.id}>
            <strong>{game.opponent}</strong> <span className="line-when">{game.when}</span>{" "}
            {game.location ? <span className="line-place">{game.location}</span> : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={href("/schedule", { team: teamId })}>All games of this team</a>
      </p>
    </>
  );
}
