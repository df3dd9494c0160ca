import { href } from "#app/config/addresses.ts";
import { satisfactionOf } from "#app/domain/club/pulse/pulse.ts";
import {
  beliefLabel,
  coverageLabel,
  improvementLabel,
  monthsAnswer,
  percent,
  shareLabel,
} from "#app/domain/club/reports/labels.ts";
import {
  FEW_GAMES,
  gradeOf,
  type Halves,
  needsAttention,
  OVERVIEW_MONTHS,
  REGION_CLUBS,
  shareOf,
  type Tally,
} from "#app/domain/club/reports/report.ts";
import {
  type GameKind,
  gamesAddress,
  type ReportFilters,
  reportAddress,
} from "#app/domain/club/reports/report-filters.ts";
import { progressLabel } from "#app/domain/club/seasons/labels.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Behind } from "./behind.tsx";
import { MonthsChart } from "./charts.tsx";
import { type AgainstSeason, SeasonComparison } from "./comparison.tsx";
import type { Measured } from "./load-measured.server.ts";
import type { ShownStats } from "./load-report.server.ts";

/** Teams beyond this number are on the page of teams. */
const ATTENTION_SHOWN = 8;

/** Sums up the sidelines in sentences, numbers and the latest months. */
export function Overview(props: {
  filters: ReportFilters;
  stats: ShownStats;
  against: AgainstSeason | null;
  measured: Measured | null;
}) {
  const { filters, stats, against, measured } = props;
  const { total, halves, months, teams, benchmark } = stats;
  const perfect = shareOf(total.perfect, total.rated);
  const attention = teams.filter(needsAttention);
  const parents = measured?.satisfaction;
  return (
    <>
      <p className="stats-sentence">
        {total.rated === 0
          ? "No result is open yet."
          : `Perfect in ${shareLabel(perfect, total.perfect, total.rated)}.`}
      </p>
      <Improvement filters={filters} halves={halves} />
      {parents ? (
        <p>
          What parents say:{" "}
          <a href={href("/reports/pulse/:pulseId", { pulseId: parents.pulseId })}>
            {Math.round(satisfactionOf(parents.mean))}% satisfied, in {pluralize(parents.answers, "answer")}
          </a>
        </p>
      ) : null}
      <Totals filters={filters} stats={stats} />
      {against && stats.compared ? (
        <SeasonComparison filters={filters} against={against} compared={stats.compared} />
      ) : null}
      <Believable filters={filters} stats={stats} />
      <section>
        <h2>The latest months</h2>
        <MonthsChart
          answer={monthsAnswer(months)}
          months={months.slice(-OVERVIEW_MONTHS)}
          link={(pick) => gamesAddress(filters, pick)}
        />
      </section>
      <section>
        <h2>Needs attention</h2>
        {attention.length === 0 ? (
          <p>No team with five rated games or more is below an average of 15.</p>
        ) : (
          <ul className="action-list">
            {attention.slice(0, ATTENTION_SHOWN).map(({ teamId, name, average, major, rated, played }) => (
              <li key={teamId}>
                <a href={reportAddress(filters, { tab: "teams", team: teamId })}>{name}</a>{" "}
                <span>
                  {formatAverage(average ?? 0)} points a game in{" "}
                  <a href={gamesAddress(filters, { games: "rated" }, { team: teamId })}>
                    {count(rated)} of {pluralize(played, "game")}
                  </a>
                  {major > 0 ? (
                    <>
                      ,{" "}
                      <a href={gamesAddress(filters, { games: "0" }, { team: teamId })}>
                        {pluralize(major, "major incident")}
                      </a>
                    </>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        )}
        {attention.length > ATTENTION_SHOWN ? (
          <p>
            <a href={reportAddress(filters, { tab: "teams" })}>All {attention.length} teams below 15</a>
          </p>
        ) : null}
      </section>
      <section>
        <h2>Beside others</h2>
        <p>
          {benchmark.clubs === null
            ? `Fewer than ${REGION_CLUBS} clubs of your state have rated games, so this is the reference, not a measurement: `
            : `The ${pluralize(benchmark.clubs, "club")} of your state on the leaderboard reach `}
          {formatAverage(benchmark.average)} points a game, and {percent(benchmark.perfectShare)} of their
          games are perfect.
        </p>
      </section>
    </>
  );
}

/** Compares the latest 30 days with the 30 before, with the games of both. */
export function Improvement({ filters, halves }: { filters: ReportFilters; halves: Halves }) {
  const both = (["recent", "before"] as const).filter((half) => halves[half].rated > 0);
  return (
    <p>
      {improvementLabel(halves)}
      {both.length > 0 ? (
        <span className="small no-print">
          {" "}
          Games:{" "}
          {both.map((half, index) => (
            <span key={half}>
              {index > 0 ? ", " : ""}
              <a href={gamesAddress(filters, { games: "rated", half })}>
                {half === "recent" ? "the last 30 days" : "the 30 before"}
              </a>
            </span>
          ))}
          .
        </span>
      ) : null}
    </p>
  );
}

/** Bounds the average: its highest and lowest possible value, given the missing results. */
function Believable({ filters, stats }: { filters: ReportFilters; stats: ShownStats }) {
  const reminds = may(useShell().role, "ratings.remind");
  const { total, teams } = stats;
  if (total.rated === 0) return null;
  const [least] = teams
    .filter((team) => team.played >= FEW_GAMES && unratedOf(team) > 0)
    .sort((a, b) => unratedOf(b) / b.played - unratedOf(a) / a.played);
  return (
    <section>
      <h2>Is the average believable?</h2>
      <p>{beliefLabel(total)}</p>
      {least && teams.length > 1 ? (
        <p>
          The most without a result: {least.name},{" "}
          <a href={gamesAddress(filters, { games: "unrated" }, { team: least.teamId })}>
            {count(unratedOf(least))} of {pluralize(least.played, "game")}
          </a>
          .{" "}
          {reminds ? (
            <a href={href("/rating/waiting", { team: least.teamId, games: "no-score" })}>
              See who has not rated
            </a>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

const unratedOf = ({ played, rated, sealed }: Tally) => played - rated - sealed;

/** Shows the totals, each linked to its games. */
export function Totals(props: { filters: ReportFilters; stats: Pick<ShownStats, "total" | "progress"> }) {
  const { filters, stats } = props;
  const { total, progress } = stats;
  const mean = total.rated === 0 ? null : total.points / total.rated;
  const figure = (kind: GameKind, value: number) => (
    <Behind to={gamesAddress(filters, { games: kind })} figure={value} />
  );
  return (
    <Stats>
      <Stat label="Games" value={figure("played", total.played)} note={coverageLabel(total)} />
      {progress ? (
        <Stat label="Season progress" value={percent(progress.share)} note={progressLabel(progress)} />
      ) : null}
      <Stat
        label="Average"
        value={
          mean === null ? "–" : <a href={gamesAddress(filters, { games: "rated" })}>{formatAverage(mean)}</a>
        }
        note={
          mean === null
            ? "No result is open yet"
            : `${gradeName[gradeOf(mean)]}, from ${count(total.rated)} of ${pluralize(total.played, "game")}`
        }
      />
      <Stat label="Perfect games" value={figure("20", total.perfect)} />
      <Stat label="Minor issues" value={figure("10", total.minor)} />
      <Stat label="Major incidents" value={figure("0", total.major)} />
      <Stat label="Without a result" value={figure("unrated", unratedOf(total))} />
      {total.sealed > 0 ? <Stat label="Sealed" value={figure("sealed", total.sealed)} /> : null}
    </Stats>
  );
}

const gradeName = {
  good: "Good: 18 or more of 20",
  warning: "Fair: 15 or more of 20",
  bad: "Needs attention: below 15 of 20",
};
