import { trendName } from "#app/domain/club/reports/labels.ts";
import { FEW_GAMES, MANY_PERFECT, needsAttention } from "#app/domain/club/reports/report.ts";
import { type ReportFilters, reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count } from "#app/domain/values/pluralize.ts";
import type { ReportStats } from "#app/journeys/reports/report-stats.server.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";
import { Behind, gamesAddress } from "./overview.tsx";

type Team = ReportStats["teams"][number];

/** A row a team, what needs attention first. */
export function TeamReports(props: {
  filters: ReportFilters;
  teams: readonly Team[];
  /** A day (YYYY-MM-DD) as people read it. */
  days: Record<string, string>;
}) {
  const { filters, teams, days } = props;
  if (teams.length === 0) return <p>No teams yet.</p>;
  return (
    <>
      <p className="stats-sentence">{attentionSentence(teams)}</p>
      <RowTable
        caption="Teams, the lowest average first"
        columns={[
          { name: "Team", place: "name" },
          { name: "Trend", place: "state" },
          { name: "Average", place: "left" },
          { name: "Results", place: "line" },
          { name: "Games played", place: "more" },
          { name: "Last game", place: "more" },
        ]}
        rows={teams.map((team) => ({
          key: team.teamId,
          cells: [
            <a key="team" href={reportAddress(filters, { tab: "overview", type: "", team: team.teamId })}>
              {team.name}
              {team.archived ? <span className="muted"> (archived)</span> : null}
            </a>,
            <TrendStatus key="trend" team={team} />,
            team.average === null ? "Not rated" : `${formatAverage(team.average)} in ${count(team.rated)}`,
            <Results key="results" filters={filters} team={team} />,
            <span key="played">
              <Behind to={gamesAddress(filters, "played", { team: team.teamId })} figure={team.played} />,{" "}
              {count(team.rated + team.sealed)} rated
              {team.sealed > 0 ? `, ${team.sealed} sealed` : ""}
            </span>,
            team.lastGame ? (days[team.lastGame] ?? team.lastGame) : "–",
          ],
        }))}
      />
    </>
  );
}

/** 'Hawks and Owls need attention: below 15 points a game.' */
function attentionSentence(teams: readonly Team[]): string {
  const low = teams.filter(needsAttention).map(({ name }) => name);
  if (low.length === 0) return "No team with five rated games or more is below an average of 15.";
  const names = low.length < 4 ? low.join(", ") : `${low.slice(0, 3).join(", ")} and ${low.length - 3} more`;
  return `Below 15 points a game: ${names}.`;
}

function TrendStatus({ team }: { team: Team }) {
  if (team.rated < FEW_GAMES) return <Status kind="plain">Too few games</Status>;
  const name = trendName[team.trend];
  const kind = ({ up: "done", down: "act", stable: "plain" } as const)[team.trend];
  return <Status kind={kind}>{name.charAt(0).toUpperCase() + name.slice(1)}</Status>;
}

/** '6 perfect, 1 minor', each with its games; many perfect ones stand out. */
function Results({ filters, team }: { filters: ReportFilters; team: Team }) {
  const parts = (["perfect", "minor", "major"] as const).filter((kind) => team[kind] > 0);
  if (parts.length === 0) return <span>No open result</span>;
  return (
    <span>
      {parts.map((kind, index) => {
        const link = (
          <Behind to={gamesAddress(filters, scoreOf[kind], { team: team.teamId })} figure={team[kind]} />
        );
        return (
          <span key={kind}>
            {index > 0 ? ", " : ""}
            {kind === "perfect" && team.perfect > MANY_PERFECT ? (
              <strong>{link} perfect</strong>
            ) : (
              <>
                {link} {kind}
              </>
            )}
          </span>
        );
      })}
    </span>
  );
}

const scoreOf = { perfect: "20", minor: "10", major: "0" } as const;
