import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rangeLabel, rangeName, tabName, typeName } from "#app/domain/club/reports/labels.ts";
import {
  type ReportFilters,
  type ReportTab,
  type ReportType,
  reportAddress,
  reportRanges,
} from "#app/domain/club/reports/report-filters.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar, FilterNotices } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { Analytics } from "./analytics.tsx";
import { loadMeasured } from "./load-measured.server.ts";
import { loadStats, openReport, type ReportStats } from "./load-report.server.ts";
import { Overview } from "./overview.tsx";
import { RefereesAndParents } from "./referees-and-parents.tsx";
import { TeamReports } from "./team-reports.tsx";
import { Trends } from "./trends.tsx";

export const meta = () => title("Reports");

export async function loader(args: LoaderFunctionArgs) {
  const report = await openReport(args);
  const { ctx, filters, notices, teams, seasons, season, current, today } = report;
  const stats = await loadStats(report);
  const measured = filters.tab === "overview" ? await loadMeasured(report) : null;
  const team = teams.find(({ id }) => id === filters.team);
  const compares = may(ctx.user.role, "reports.compare");
  return json({
    filters,
    notices,
    stats,
    measured,
    teams: teams.map(({ id, name, archived }) => ({
      value: id,
      label: archived ? `${name} (archived)` : name,
    })),
    seasons: seasons.map(({ id, name }) => ({ value: id, label: name })),
    season: (season ?? current)?.id ?? "",
    about: `${team ? team.name : "All teams"}, ${rangeLabel(filters, today)}`,
    tabs: (compares ? ["overview", "teams", "trends", "analytics"] : ["overview", "teams"]) as ReportTab[],
    types: [
      "behavior",
      ...(compares ? ["trends"] : []),
      "summary",
      ...(may(ctx.user.role, "incidents.see") ? ["incidents"] : []),
    ] as ReportType[],
    days: Object.fromEntries(
      stats.teams.flatMap(({ lastGame }) => (lastGame ? [[lastGame, formatDate(lastGame, today)]] : [])),
    ),
  });
}

export default function Reports() {
  const { filters, notices, stats, measured, teams, seasons, season, about, tabs, types, days } =
    useLoaderData<typeof loader>();
  return (
    <ClubPage title="Reports" lead="Is it getting better, where not, and what happens most.">
      <Segments
        label="Reports"
        links={tabs.map((name) => ({
          key: name,
          href: reportAddress(filters, { tab: name }),
          label: tabName[name],
          current: name === filters.tab,
        }))}
      />
      <FilterNotices notices={notices} />
      <ReportFilterBar filters={filters} teams={teams} seasons={seasons} season={season} about={about} />
      {stats.total.played === 0 ? (
        <Empty title="No games played in this time">
          <p>Choose other dates, or come back when a game has been played and rated.</p>
        </Empty>
      ) : (
        <Tab filters={filters} stats={stats} days={days} />
      )}
      {measured ? <RefereesAndParents measured={measured} /> : null}
      <section className="no-print">
        <h2>Take it with you</h2>
        <ul className="plain-list">
          {types.map((type) => (
            <li key={type}>
              <a href={reportAddress(filters, { type }, "/reports/export.csv")}>{typeName[type]} as CSV</a>
            </li>
          ))}
        </ul>
        <p>
          <a href="/dashboard">Back to the Dashboard</a>
        </p>
      </section>
    </ClubPage>
  );
}

function Tab(props: { filters: ReportFilters; stats: ReportStats; days: Record<string, string> }) {
  const { filters, stats, days } = props;
  switch (filters.tab) {
    case "overview":
      return <Overview filters={filters} stats={stats} />;
    case "teams":
      return <TeamReports filters={filters} teams={stats.teams} days={days} />;
    case "trends":
      return <Trends filters={filters} stats={stats} />;
    case "analytics":
      return <Analytics stats={stats} />;
  }
}

/** Which teams and which days the report is about. */
function ReportFilterBar(props: {
  filters: ReportFilters;
  teams: readonly { value: string; label: string }[];
  /** The club's own, and the one that is shown. */
  seasons: readonly { value: string; label: string }[];
  season: string;
  about: string;
}) {
  const { filters, teams, seasons, season, about } = props;
  return (
    <FilterBar action="/reports" count={<strong>{about}</strong>}>
      {filters.tab === "overview" ? null : <Hidden name="tab" value={filters.tab} />}
      <SelectField name="team" label="Team" required empty="All teams" value={filters.team} choices={teams} />
      <SelectField
        name="range"
        label="Date range"
        required
        value={filters.range}
        choices={reportRanges.map((value) => ({ value, label: rangeName[value] }))}
      />
      {seasons.length > 0 ? (
        <SelectField name="season" label="Season" required value={season} choices={seasons} />
      ) : null}
      <TextField name="from" label="From (own dates)" type="date" value={filters.from} />
      <TextField name="to" label="To (own dates)" type="date" value={filters.to} />
    </FilterBar>
  );
}
