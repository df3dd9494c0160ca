import {
  estimatesLabel,
  groupName,
  groupsAnswer,
  hostileHourLabel,
  hoursAnswer,
  percent,
  shareLabel,
} from "#app/domain/club/reports/labels.ts";
import type { TagRow } from "#app/domain/club/reports/report.server.ts";
import { FEW_GAMES, improvementOf, insightsOf, MAP_GAMES, shareOf } from "#app/domain/club/reports/report.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { tags as allTags } from "#app/domain/values/rating-tags.ts";
import type { ReportStats } from "#app/journeys/reports/report-stats.server.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { GroupsChart, HoursMap } from "./charts.tsx";

/** What happens on the sidelines, how far raters agree, and what the documents estimate from it. */
export function Analytics({ stats }: { stats: ReportStats }) {
  const { total, halves, agreement, months, hours } = stats;
  const timed = hours.reduce((sum, hour) => sum + hour.rated, 0);
  return (
    <>
      <Insights total={total} />
      <section>
        <h2>What happens</h2>
        <GroupsChart answer={groupsAnswer(total)} months={months} />
        <Tags stats={stats} />
      </section>
      <section>
        <h2>When it happens</h2>
        {timed < MAP_GAMES ? (
          <p>{hoursAnswer(hours)}.</p>
        ) : (
          <HoursMap answer={hoursAnswer(hours)} hours={hours} />
        )}
        <p>{hostileHourLabel(hours)}</p>
      </section>
      {agreement ? <RaterAgreement agreement={agreement} /> : null}
      <Estimates total={total} improvement={improvementOf(halves)?.rate ?? 0} />
    </>
  );
}

const insightText = {
  "excellent-pattern": "An excellent pattern: more than 40% of the rated games were perfect.",
  consistency: "Consistency: more than half of the rated games were perfect.",
};

function Insights({ total }: Pick<ReportStats, "total">) {
  const insights = insightsOf(total);
  return (
    <p className="stats-sentence">
      {total.rated < FEW_GAMES
        ? `${pluralize(total.rated, "rated game")}: too few to say what they have in common.`
        : insights.map((name) => insightText[name]).join(" ") ||
          `Perfect in ${shareLabel(shareOf(total.perfect, total.rated), total.perfect, total.rated)}.`}
    </p>
  );
}

/** In how many games each tag was given, by group; where, and at which teams most. */
function Tags({ stats: { tags, teams } }: { stats: Pick<ReportStats, "tags" | "teams"> }) {
  const games = tags.reduce((sum, row) => sum + row.games, 0);
  if (games === 0) return <p>No result is open yet.</p>;
  const nameOf = new Map(teams.map(({ teamId, name }) => [teamId, name]));
  const rows = (["hostile", "distracting", "supportive"] as const).flatMap((group) =>
    allTags
      .filter((tag) => tag.group === group)
      .map(({ name, label }) => ({ name, label, group, ...countsOf(tags, name) }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total),
  );
  if (rows.length === 0)
    return <p>No rating of these {pluralize(games, "game")} names anything that happened.</p>;
  return (
    <RowTable
      caption="What raters noted, by group"
      columns={[
        { name: "What", place: "name" },
        { name: "Games", place: "state" },
        { name: "Group", place: "left" },
        { name: "Where", place: "line" },
      ]}
      rows={rows.map((row) => ({
        key: row.name,
        cells: [
          row.label,
          `${count(row.total)} of ${count(games)}`,
          groupName[row.group],
          `${count(row.home)} home, ${count(row.away)} away${row.total < FEW_GAMES || teams.length < 2 ? "" : `, most ${nameOf.get(row.most) ?? "–"} (${count(row.games)})`}`,
        ],
      }))}
    />
  );
}

function countsOf(tags: readonly TagRow[], name: keyof TagRow["tags"]) {
  const byTeam = new Map<string, number>();
  const counts = { total: 0, home: 0, away: 0 };
  for (const row of tags) {
    const games = row.tags[name];
    counts.total += games;
    counts[row.homeAway] += games;
    byTeam.set(row.teamId, (byTeam.get(row.teamId) ?? 0) + games);
  }
  const [most = "", games = 0] = [...byTeam].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { ...counts, most, games };
}

function RaterAgreement({ agreement }: { agreement: NonNullable<ReportStats["agreement"]> }) {
  const { same, oneStep, twoSteps } = agreement;
  const both = same + oneStep + twoSteps;
  return (
    <section>
      <h2>How far coach and manager agree</h2>
      <p>
        {both < FEW_GAMES
          ? `${pluralize(both, "game")} rated by both before either saw the other's rating: too few to say.`
          : `In ${count(same)} of ${pluralize(both, "game")} both gave the same score (${percent(same / both)}), in ${count(oneStep)} they were one step apart, in ${count(twoSteps)} two steps.`}{" "}
        Only what each gave first counts, before seeing the other's.
      </p>
    </section>
  );
}

/** The documents' formulas, which say that they are estimates. */
function Estimates({ total, improvement }: Pick<ReportStats, "total"> & { improvement: number }) {
  return (
    <section>
      <h2>Estimates</h2>
      <p>{estimatesLabel(total, improvement)}</p>
      {total.rated < FEW_GAMES ? null : (
        <details className="more">
          <summary>How they are worked out</summary>
          <p>
            Finish: the average, plus a tenth of the improvement rate of the last 30 days, at most 20. Perfect
            games: today's share plus 5 points, at most 100%. Return on investment: the average divided by
            15.2, times 200. None of them is measured.
          </p>
        </details>
      )}
    </section>
  );
}
