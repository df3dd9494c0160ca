import { improvementLabel, monthsAnswer, trendAnswer, trendName } from "#app/domain/club/reports/labels.ts";
import { gradeOfMonth, type MonthReport, TREND_SCORES } from "#app/domain/club/reports/report.ts";
import type { ReportFilters } from "#app/domain/club/reports/report-filters.ts";
import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { ReportStats } from "#app/journeys/reports/report-stats.server.ts";
import { MonthsChart, TrendChart } from "./charts.tsx";
import { monthGames } from "./overview.tsx";

/** Whether it gets better: the months, and where each team is heading. */
export function Trends({ filters, stats }: { filters: ReportFilters; stats: ReportStats }) {
  const { months, teams, halves } = stats;
  const heading = (trend: "up" | "down") =>
    teams.filter((team) => team.trend === trend && !team.archived).map(({ name }) => name);
  return (
    <>
      <p className="stats-sentence">{improvementLabel(halves)}</p>
      <section>
        <h2>Perfect games</h2>
        <TrendChart answer={trendAnswer(months)} months={months} />
      </section>
      <section>
        <h2>Month by month</h2>
        <MonthsChart
          answer={monthsAnswer(months)}
          months={months}
          link={(month) => monthGames(filters, month)}
        />
        <MonthGrades months={months} />
      </section>
      <section>
        <h2>Where teams are heading</h2>
        <p>
          A team is {trendName.up} when its latest 3 rated games beat the 3 before by more than 2 points on
          average, and {trendName.down} when they fall behind by more than 2. It takes {TREND_SCORES} rated
          games to say so.
        </p>
        <p>
          <strong>Improving:</strong> {heading("up").join(", ") || "none"}. <strong>Declining:</strong>{" "}
          {heading("down").join(", ") || "none"}.
        </p>
      </section>
    </>
  );
}

/** Months that stand out, in words. */
function MonthGrades({ months }: { months: readonly MonthReport[] }) {
  const graded = months.filter(({ average }) => average !== null);
  const low = graded.filter(({ average }) => gradeOfMonth(average ?? 0) === "bad");
  if (graded.length === 0) return null;
  return (
    <p className="muted">
      {low.length === 0
        ? "Every month with results reached 15 points a game."
        : `Below 15 points a game: ${low.map(({ month, average, rated }) => `${formatMonth(month)} (${formatAverage(average ?? 0)} in ${pluralize(rated, "game")})`).join(", ")}.`}
    </p>
  );
}
