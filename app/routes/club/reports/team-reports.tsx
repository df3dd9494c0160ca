import { trendName } from "#app/domain/club/reports/labels.ts";
import { FEW_GAMES, MANY_PERFECT } from "#app/domain/club/reports/report.ts";
import type { ReportFilters } from "#app/domain/club/reports/report-filters.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { ReportStats } from "./load-report.server.ts";
import { Behind, gamesAddress } from "./overview.tsx";

/** A row a team, what needs attention first. */
export function TeamReports(props: {
  filters: ReportFilters;
  teams: ReportStats["teams"];
  /** A day (YYYY-MM-DD) as people read it. */
  days: Record<string, string>;
}) {
  const { filters, teams, days } = props;
  if (teams.length === 0) return <p>No teams yet.</p>;
  return (
    <DataTable
      caption="Teams, the lowest average first"
      columns={[
        { name: "Team" },
        { name: "Games played", numeric: true },
        { name: "Average", numeric: true },
        { name: "Perfect", numeric: true },
        { name: "Minor", numeric: true },
        { name: "Major", numeric: true },
        { name: "Trend" },
        { name: "Last game" },
      ]}
      rows={teams.map((team) => {
        const of = { team: team.teamId };
        return {
          key: team.teamId,
          cells: [
            <span key="team">
              {team.name}
              {team.archived ? <span className="muted"> (archived)</span> : null}
            </span>,
            <span key="played">
              <Behind to={gamesAddress(filters, "played", of)} figure={team.played} />
              <span className="muted small">
                {" "}
                {count(team.rated + team.sealed)} rated{team.sealed > 0 ? `, ${team.sealed} sealed` : ""}
              </span>
            </span>,
            <AverageFigure key="average" average={team.average} />,
            team.perfect > MANY_PERFECT ? (
              <Badge key="perfect" strong>
                <Behind to={gamesAddress(filters, "20", of)} figure={team.perfect} />
              </Badge>
            ) : (
              <Behind key="perfect" to={gamesAddress(filters, "20", of)} figure={team.perfect} />
            ),
            <Behind key="minor" to={gamesAddress(filters, "10", of)} figure={team.minor} />,
            <Behind key="major" to={gamesAddress(filters, "0", of)} figure={team.major} />,
            team.rated < FEW_GAMES ? (
              <span key="trend" className="muted">
                Too few games to say
              </span>
            ) : (
              trendName[team.trend]
            ),
            team.lastGame ? (days[team.lastGame] ?? team.lastGame) : "–",
          ],
        };
      })}
    />
  );
}
