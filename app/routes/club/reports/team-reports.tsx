import { TREND_NOTE, trendName, worseLabel } from "#app/domain/club/reports/labels.ts";
import { MANY_PERFECT, needsAttention, TREND_SCORES } from "#app/domain/club/reports/report.ts";
import { gamesAddress, type ReportFilters, reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { onePage } from "#app/forms/pages.ts";
import type { ReportStats } from "#app/journeys/reports/report-stats.server.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { Behind } from "./behind.tsx";
import { type AgainstSeason, TeamVerdict } from "./comparison.tsx";
import type { ShownStats } from "./load-report.server.ts";

type Team = ReportStats["teams"][number];

const TEAMS_A_PAGE = 50;

/** Shows a row per team, the most urgent first. */
export function TeamReports(props: {
  filters: ReportFilters;
  teams: readonly Team[];
  /** A day (YYYY-MM-DD), formatted for people. */
  days: Record<string, string>;
  /** Season that each is compared with. */
  against: AgainstSeason | null;
  compared: ShownStats["compared"];
  /** Page number as in the address. */
  page: string | null;
}) {
  const { filters, teams, days, against, compared } = props;
  const verdicts = new Map(compared?.teams.map(({ teamId, verdict }) => [teamId, verdict]));
  const compares = against !== null && verdicts.size > 0;
  const { rows, page, pages } = onePage(teams, props.page, TEAMS_A_PAGE);
  if (teams.length === 0) return <p>No teams yet.</p>;
  return (
    <>
      <p className="stats-sentence">{attentionSentence(teams)}</p>
      {compares && compared ? <p>{worseLabel(compared.teams, against.name)}</p> : null}
      <RowTable
        caption="Teams, the lowest average first"
        columns={[
          { name: "Team", place: "name" },
          { name: compares ? `Against ${against.name}` : "Last 3 games", place: "state" },
          { name: "Average", place: "left" },
          { name: "Results", place: "line" },
          { name: "Games played", place: "more" },
          { name: "Last game", place: "more" },
          ...(compares ? [{ name: "Last 3 games", place: "more" as const }] : []),
        ]}
        rows={rows.map((team) => ({
          key: team.teamId,
          cells: [
            <a key="team" href={reportAddress(filters, { tab: "overview", type: "", team: team.teamId })}>
              {team.name}
              {team.archived ? <span className="muted"> (archived)</span> : null}
            </a>,
            compares ? (
              <TeamVerdict key="verdict" verdict={verdicts.get(team.teamId) ?? null} />
            ) : (
              <LastGames key="trend" filters={filters} team={team} />
            ),
            team.average === null ? (
              "Not rated"
            ) : (
              <span key="average">
                {formatAverage(team.average)} in{" "}
                <Behind
                  to={gamesAddress(filters, { games: "rated" }, { team: team.teamId })}
                  figure={team.rated}
                />
              </span>
            ),
            <Results key="results" filters={filters} team={team} />,
            <span key="played">
              <Behind to={gamesAddress(filters, {}, { team: team.teamId })} figure={team.played} />,{" "}
              {count(team.rated + team.sealed)} rated
              {team.sealed > 0 ? (
                <>
                  ,{" "}
                  <a href={gamesAddress(filters, { games: "sealed" }, { team: team.teamId })}>
                    {count(team.sealed)} sealed
                  </a>
                </>
              ) : null}
            </span>,
            team.lastGame ? (days[team.lastGame] ?? team.lastGame) : "–",
            ...(compares ? [<LastGames key="trend" filters={filters} team={team} />] : []),
          ],
        }))}
      />
      <Pagination
        page={page}
        pages={pages}
        href={(to) => reportAddress(filters, {}, "/reports", { page: String(to) })}
      />
      <p className="small muted">{TREND_NOTE}</p>
    </>
  );
}

/** Returns 'Hawks and Owls need attention: below 15 points a game.' */
function attentionSentence(teams: readonly Team[]): string {
  const low = teams.filter(needsAttention).map(({ name }) => name);
  if (low.length === 0) return "No team with five rated games or more is below an average of 15.";
  const names = low.length < 4 ? low.join(", ") : `${low.slice(0, 3).join(", ")} and ${low.length - 3} more`;
  return `Below 15 points a game: ${names}.`;
}

/** Shows the documented trend of the latest games with the games themselves, and no verdict. */
function LastGames({ filters, team }: { filters: ReportFilters; team: Team }) {
  if (team.rated < TREND_SCORES) return <span className="muted">Fewer than {TREND_SCORES}</span>;
  const name = trendName[team.trend];
  return (
    <a href={gamesAddress(filters, { games: "trend" }, { team: team.teamId })}>
      {name.charAt(0).toUpperCase() + name.slice(1)}
    </a>
  );
}

/** Shows '6 perfect, 1 minor', each linked to its games; many perfect ones stand out. */
function Results({ filters, team }: { filters: ReportFilters; team: Team }) {
  const parts = (["perfect", "minor", "major"] as const).filter((kind) => team[kind] > 0);
  if (parts.length === 0) return <span>No open result</span>;
  return (
    <span>
      {parts.map((kind, index) => {
        const link = (
          <Behind
            to={gamesAddress(filters, { games: scoreOf[kind] }, { team: team.teamId })}
            figure={team[kind]}
          />
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
