import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "#app/config/addresses.ts";
import {
  monthsAnswer,
  rangeLabel,
  rangeName,
  summaryName,
  tabName,
  typeName,
  whoseLabel,
} from "#app/domain/club/reports/labels.ts";
import { reportGames } from "#app/domain/club/reports/report.server.ts";
import { reportRows } from "#app/domain/club/reports/report-export.ts";
import {
  type GameKind,
  gamesAddress,
  type ReportFilters,
  type ReportTab,
  type ReportType,
  reportAddress,
  reportFields,
  reportRanges,
} from "#app/domain/club/reports/report-filters.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { FilterBar, FilterNotices } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { Analytics } from "./analytics.tsx";
import { MonthsChart } from "./charts.tsx";
import { GamesOfReport, gamesOnPage } from "./game-list.tsx";
import { loadMeasured } from "./load-measured.server.ts";
import { loadStats, openReport } from "./load-report.server.ts";
import { Overview } from "./overview.tsx";
import { RefereesAndParents } from "./referees-and-parents.tsx";
import { TeamReports } from "./team-reports.tsx";
import { Trends } from "./trends.tsx";

export const handle = { extra: "reports", madeOf: ["board"] };

export const meta = () => title("Reports");

/** Most incidents on the page itself; the rest is one link away. */
const INCIDENTS_SHOWN = 20;

export async function loader(args: LoaderFunctionArgs) {
  const report = await openReport(args);
  const { ctx, filters, notices, teams, seasons, season, current, today, of, against } = report;
  const [stats, incidents, measured] = await Promise.all([
    loadStats(report),
    filters.type === "incidents" ? reportGames(ctx.db, of, { games: "0" }, { size: INCIDENTS_SHOWN }) : null,
    filters.type === "summary" || (filters.tab === "overview" && filters.type === "")
      ? loadMeasured(report)
      : null,
  ]);
  const compares = may(ctx.user.role, "reports.compare");
  return {
    isOver: filters.range === "season" && filters.to < today,
    filters,
    page: new URL(args.request.url).searchParams.get("page"),
    notices,
    stats,
    measured,
    incidents: incidents && { total: incidents.total, games: gamesOnPage(incidents.games, today) },
    teams: teams.map(({ id, name, archived }) => ({
      value: id,
      label: archived ? `${name} (archived)` : name,
    })),
    seasons: seasons.map(({ id, name, from }) => ({ value: id, label: name, begun: from <= today })),
    season: (season ?? current)?.id ?? "",
    against: against && { id: against.id, name: against.name, from: against.from, to: against.to },
    about: `${whoseLabel(filters.team, of.scope, teams)}, ${rangeLabel(filters, today)}`,
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
  };
}

export default function Reports() {
  const data = useLoaderData<typeof loader>();
  const { filters, notices, stats, measured, tabs, types } = data;
  const { role } = useShell();
  return (
    <ClubPage
      title="Reports"
      lead="Is it getting better, where not, and what happens most."
      actions={
        isSupport(role) ? undefined : (
          <ButtonForm downloads action={href("/reports/pdf")} className="plot-form">
            {reportFields(filters).map(([name, value]) => (
              <Hidden key={name} name={name} value={value} />
            ))}
            <SubmitButton look="secondary">Make a PDF</SubmitButton>
          </ButtonForm>
        )
      }
    >
      <Segments
        label="Reports"
        links={tabs.map((name) => ({
          key: name,
          href: reportAddress(filters, { tab: name, type: "" }),
          label: tabName[name],
          current: filters.type === "" && name === filters.tab,
        }))}
      />
      <FilterNotices notices={notices} />
      <ReportFilterBar {...data} />
      {stats.total.played === 0 ? (
        <Empty title="No games played in this time">
          <p>Choose other dates, or come back when a game has been played and rated.</p>
        </Empty>
      ) : filters.type ? (
        <section>
          <h2>{typeName[filters.type]}</h2>
          <OfType {...data} type={filters.type} />
        </section>
      ) : (
        <Tab {...data} />
      )}
      {measured && filters.type === "" ? <RefereesAndParents measured={measured} /> : null}
      <p className="small muted no-print">
        {isSupport(role) ? null : (
          <>
            Download as CSV:{" "}
            {types.map((type, index) => (
              <span key={type}>
                {index > 0 ? ", " : ""}
                <a href={reportAddress(filters, { type }, "/reports/export.csv")}>{typeName[type]}</a>
              </span>
            ))}
            .{" "}
          </>
        )}
        <a href="/dashboard">Back to the Dashboard</a>
      </p>
    </ClubPage>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Tab(props: Pick<Data, "filters" | "page" | "stats" | "days" | "against" | "measured" | "isOver">) {
  const { filters, page, stats, days, against, measured, isOver } = props;
  switch (filters.tab) {
    case "overview":
      return <Overview filters={filters} stats={stats} against={against} measured={measured} />;
    case "teams":
      return (
        <TeamReports
          filters={filters}
          teams={stats.teams}
          days={days}
          against={against}
          compared={stats.compared}
          page={page}
        />
      );
    case "trends":
      return <Trends filters={filters} stats={stats} />;
    case "analytics":
      return <Analytics filters={filters} stats={stats} isOver={isOver} />;
  }
}

/** Shows the rows of the type's download. */
function OfType({
  type,
  filters,
  page,
  stats,
  measured,
  days,
  incidents,
}: Pick<Data, "filters" | "page" | "stats" | "measured" | "days" | "incidents"> & { type: ReportType }) {
  switch (type) {
    case "behavior":
      return <TeamReports {...{ filters, page, days }} teams={stats.teams} against={null} compared={null} />;
    case "trends":
      return (
        <MonthsChart
          answer={monthsAnswer(stats.months)}
          months={stats.months}
          link={(pick) => gamesAddress(filters, pick)}
        />
      );
    case "summary":
      return <Summary filters={filters} stats={stats} measured={measured} />;
    case "incidents":
      return incidents ? <Incidents filters={filters} {...incidents} /> : null;
  }
}

/** Shows the club's seven values, as in their download. */
function Summary({ filters, stats, measured }: Pick<Data, "filters" | "stats" | "measured">) {
  const [names = [], values = []] = reportRows("summary", { ...stats, measured }, []);
  return (
    <Facts
      facts={names.map((name, index) => {
        const kind = summaryGames[name];
        const value = values[index] || "Too few games to say";
        return [
          summaryName[name] ?? name,
          kind && stats.total.rated > 0 ? (
            <a key={name} href={gamesAddress(filters, { games: kind })}>
              {value}
            </a>
          ) : (
            value
          ),
        ];
      })}
    />
  );
}

/** Games that a value of the summary links to. */
const summaryGames: Record<string, GameKind> = {
  totalGames: "played",
  averageClubScore: "rated",
  perfectGamePercentage: "20",
  ratedGames: "rated",
};

function Incidents({ filters, total, games }: { filters: ReportFilters } & NonNullable<Data["incidents"]>) {
  if (total === 0) return <p>No game of this time has a 0.</p>;
  return (
    <>
      <p className="stats-sentence">
        {pluralize(total, "game")} with a 0. What happened stands in the{" "}
        <a href={href("/incidents")}>incident notes</a>.
      </p>
      <GamesOfReport games={games} />
      {total > games.length ? (
        <p>
          <a href={gamesAddress(filters, { games: "0" })}>All {pluralize(total, "game")}</a>
        </p>
      ) : null}
    </>
  );
}

/** Chooses teams, days and the kind of report. */
function ReportFilterBar({
  filters,
  teams,
  seasons,
  season,
  types,
  about,
}: Pick<Data, "filters" | "teams" | "seasons" | "season" | "types" | "about">) {
  const others = seasons.filter(({ value, begun }) => begun && value !== season);
  const compares = filters.type === "" && (filters.tab === "overview" || filters.tab === "teams");
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
      {compares && filters.range === "season" && others.length > 0 ? (
        <SelectField
          name="compare"
          label="This season compared with"
          required
          empty="Season before"
          value={filters.compare ?? ""}
          choices={others}
        />
      ) : null}
      <TextField name="from" label="From (own dates)" type="date" value={filters.from} />
      <TextField name="to" label="To (own dates)" type="date" value={filters.to} />
      <SelectField
        name="type"
        label="Report type"
        required
        empty="All figures"
        value={filters.type}
        choices={types.map((value) => ({ value, label: typeName[value] }))}
      />
    </FilterBar>
  );
}
