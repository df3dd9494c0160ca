import { monthsAnswer, TREND_NOTE, trendAnswer } from "#app/domain/club/reports/labels.ts";
import { gradeOfMonth, type MonthReport } from "#app/domain/club/reports/report.ts";
import { gamesAddress, type ReportFilters } from "#app/domain/club/reports/report-filters.ts";
import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { ReportStats } from "#app/journeys/reports/report-stats.server.ts";
import { MonthsChart, TrendChart } from "./charts.tsx";
import { Improvement } from "./overview.tsx";

/** Shows whether the club improves: by month, and each team's direction. */
export function Trends({ filters, stats }: { filters: ReportFilters; stats: ReportStats }) {
  const { months, teams, halves } = stats;
  return (
    <>
      <Improvement filters={filters} halves={halves} />
      <section>
        <h2>Perfect games</h2>
        <TrendChart
          answer={trendAnswer(months)}
          months={months}
          link={(pick) => gamesAddress(filters, pick)}
        />
      </section>
      <section>
        <h2>Month by month</h2>
        <MonthsChart
          answer={monthsAnswer(months)}
          months={months}
          link={(pick) => gamesAddress(filters, pick)}
        />
        <MonthGrades filters={filters} months={months} />
      </section>
      <section>
        <h2>The last 3 games of each team</h2>
        <p>
          <strong>Improving:</strong> <Heading filters={filters} teams={teams} trend="up" />.{" "}
          <strong>Declining:</strong> <Heading filters={filters} teams={teams} trend="down" />.
        </p>
        <p className="small muted">{TREND_NOTE}</p>
      </section>
    </>
  );
}

/** Lists teams with a trend, each with its games. */
function Heading(props: { filters: ReportFilters; teams: ReportStats["teams"]; trend: "up" | "down" }) {
  const teams = props.teams.filter(({ trend, archived }) => trend === props.trend && !archived);
  if (teams.length === 0) return <>none</>;
  return (
    <>
      {teams.map(({ teamId, name }, index) => (
        <span key={teamId}>
          {index > 0 ? ", " : ""}
          <a href={gamesAddress(props.filters, { games: "trend" }, { team: teamId })}>{name}</a>
        </span>
      ))}
    </>
  );
}

/** Names months that stand out. */
function MonthGrades({ filters, months }: { filters: ReportFilters; months: readonly MonthReport[] }) {
  const graded = months.filter(({ average }) => average !== null);
  const low = graded.filter(({ average }) => gradeOfMonth(average ?? 0) === "bad");
  if (graded.length === 0) return null;
  if (low.length === 0) return <p className="muted">Every month with results reached 15 points a game.</p>;
  return (
    <p className="muted">
      Below 15 points a game:{" "}
      {low.map(({ month, average, rated }, index) => (
        <span key={month}>
          {index > 0 ? ", " : ""}
          {formatMonth(month)} ({formatAverage(average ?? 0)} in{" "}
          <a href={gamesAddress(filters, { games: "rated", month })}>{pluralize(rated, "game")}</a>)
        </span>
      ))}
      .
    </p>
  );
}
