import type { PublicTeam } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SidelineStrip } from "#app/ui/strip.tsx";

/** The teams with their place, their line and their score, best first. */
export function LeaderList({ teams }: { teams: readonly PublicTeam[] }) {
  return (
    <ol className="leaders">
      {teams.map((team) => (
        <li key={team.rank}>
          <span className="leader-rank">{team.rank}</span>
          <div>
            <strong>{team.team}</strong>{" "}
            <span className="muted small">
              {team.ageGroup} {team.gender}
            </span>
            <p className="muted small">
              {team.club}, {team.place}
            </p>
            <SidelineStrip marks={team.strip} />
          </div>
          <div className="leader-score">
            <strong>{team.average}</strong>
            <p className="muted small">{pluralize(team.ratedGames, "game")}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
