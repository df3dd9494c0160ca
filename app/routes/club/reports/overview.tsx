import {
  coverageLabel,
  improvementLabel,
  monthsAnswer,
  percent,
  shareLabel,
} from "#app/domain/club/reports/labels.ts";
import { gradeOf, needsAttention, OVERVIEW_MONTHS, shareOf } from "#app/domain/club/reports/report.ts";
import { type GameKind, type ReportFilters, reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { progressLabel } from "#app/domain/club/seasons/labels.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { daysOfMonth, earliestDay, latestDay } from "#app/domain/values/days.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { MonthsChart } from "./charts.tsx";
import type { ShownStats } from "./load-report.server.ts";

/** Where the games behind a figure are listed. */
export const gamesAddress = (filters: ReportFilters, games: GameKind, change: Partial<ReportFilters> = {}) =>
  reportAddress(filters, change, "/reports/games", games === "played" ? {} : { games });

/** How the sidelines did, in sentences, figures and the latest months. */
export function Overview({ filters, stats }: { filters: ReportFilters; stats: ShownStats }) {
  const { total, halves, months, teams, benchmark } = stats;
  const perfect = shareOf(total.perfect, total.rated);
  const attention = teams.filter(needsAttention);
  return (
    <>
      <p className="stats-sentence">
        {total.rated === 0
          ? "No result is open yet."
          : `Perfect in ${shareLabel(perfect, total.perfect, total.rated)}.`}{" "}
        {improvementLabel(halves)}
      </p>
      <Totals filters={filters} stats={stats} />
      <section>
        <h2>The latest months</h2>
        <MonthsChart
          answer={monthsAnswer(months)}
          months={months.slice(-OVERVIEW_MONTHS)}
          link={(month) => monthGames(filters, month)}
        />
      </section>
      <section>
        <h2>Needs attention</h2>
        {attention.length === 0 ? (
          <p>No team with five rated games or more is below an average of 15.</p>
        ) : (
          <ul className="action-list">
            {attention.map(({ teamId, name, average, major }) => (
              <li key={teamId}>
                <a href={reportAddress(filters, { tab: "teams", team: teamId })}>{name}</a>{" "}
                <span>
                  {formatAverage(average ?? 0)} points a game
                  {major > 0 ? `, ${pluralize(major, "major incident")}` : ""}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>Beside others</h2>
        <p>
          {benchmark.clubs === null
            ? "Fewer than five clubs of your state have rated games, so this is the reference, not a measurement: "
            : `The ${pluralize(benchmark.clubs, "club")} of your state on the leaderboard reach `}
          {formatAverage(benchmark.average)} points a game, and {percent(benchmark.perfectShare)} of their
          games are perfect.
        </p>
      </section>
    </>
  );
}

/** The totals, each with the games behind it. */
export function Totals(props: { filters: ReportFilters; stats: Pick<ShownStats, "total" | "progress"> }) {
  const { filters, stats } = props;
  const { total, progress } = stats;
  const mean = total.rated === 0 ? null : total.points / total.rated;
  return (
    <Stats>
      <Stat
        label="Games"
        value={<Behind to={gamesAddress(filters, "played")} figure={total.played} />}
        note={coverageLabel(total)}
      />
      {progress ? (
        <Stat label="Season progress" value={percent(progress.share)} note={progressLabel(progress)} />
      ) : null}
      <Stat
        label="Average"
        value={mean === null ? "–" : formatAverage(mean)}
        note={mean === null ? "No result is open yet" : gradeName[gradeOf(mean)]}
      />
      <Stat
        label="Perfect games"
        value={<Behind to={gamesAddress(filters, "20")} figure={total.perfect} />}
      />
      <Stat label="Minor issues" value={<Behind to={gamesAddress(filters, "10")} figure={total.minor} />} />
      <Stat label="Major incidents" value={<Behind to={gamesAddress(filters, "0")} figure={total.major} />} />
      <Stat
        label="Without a result"
        value={
          <Behind to={gamesAddress(filters, "unrated")} figure={total.played - total.rated - total.sealed} />
        }
      />
    </Stats>
  );
}

const gradeName = {
  good: "Good: 18 or more of 20",
  warning: "Fair: 15 or more of 20",
  bad: "Needs attention: below 15 of 20",
};

/** A figure that leads to the games that make it. */
export function Behind({ to, figure }: { to: string; figure: number }) {
  return figure === 0 ? "0" : <a href={to}>{count(figure)}</a>;
}

/** Where a month's games are listed, as far as the report covers it. */
export function monthGames(filters: ReportFilters, month: string): string {
  const { from, to } = daysOfMonth(month);
  const inside = { from: latestDay(from, filters.from), to: earliestDay(to, filters.to) };
  return gamesAddress(filters, "played", { range: "own", ...inside });
}
