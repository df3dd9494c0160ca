import { href } from "#app/config/addresses.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import type { TeamsOnDashboard } from "./load-home.server.ts";

/** A line a team: its strip with room, its average, its next game. The teams page lists all of them. */
export function TeamLines({ title, sentence, total, lines }: TeamsOnDashboard) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">{title}</h2>
      <p className="muted">{sentence}</p>
      <ul className="team-lines">
        {lines.map((team) => (
          <li key={team.id} className="team-line">
            <p className="team-line-name">
              <a href={href("/teams/:teamId", { teamId: team.id })}>{team.name}</a>{" "}
              <span className="muted nowrap">{team.group}</span>
            </p>
            <div className="team-line-strip">
              <SidelineStrip marks={team.strip} roomy newest={team.laterThanRated} />
            </div>{" "}
            <div className="team-line-average">
              {team.strip === "" ? null : <AverageFigure average={team.average} />}
            </div>{" "}
            <p className="team-line-next">
              {team.next ? (
                <>
                  Next: <span className="nowrap">{team.next.when}</span>{" "}
                  <span className="whole">{team.next.opponent}</span>
                </>
              ) : (
                "No game planned"
              )}
            </p>
          </li>
        ))}
      </ul>
      {total > lines.length ? (
        <p>
          <a href="/teams">All {total} teams</a>
        </p>
      ) : null}
    </section>
  );
}
