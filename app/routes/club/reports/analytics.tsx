import {
  estimatesLabel,
  groupName,
  groupsAnswer,
  hostileHour,
  hostileHourLabel,
  hourName,
  hoursAnswer,
  hoursOfDay,
  percent,
  shareLabel,
} from "#app/domain/club/reports/labels.ts";
import type { TagRow } from "#app/domain/club/reports/report.server.ts";
import {
  FEW_GAMES,
  type HourTally,
  improvementOf,
  insightsOf,
  MAP_GAMES,
  shareOf,
  type Tally,
} from "#app/domain/club/reports/report.ts";
import { type GamePick, gamesAddress, type ReportFilters } from "#app/domain/club/reports/report-filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { tags as allTags } from "#app/domain/values/rating-tags.ts";
import type { ReportStats } from "#app/journeys/reports/report-stats.server.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { Behind } from "./behind.tsx";
import { GroupsChart, HoursMap } from "./charts.tsx";
import type { ShownStats } from "./load-report.server.ts";

type Link = (pick: GamePick) => string;

/** Shows what happens on the sidelines, how often raters agree, and estimates from both. */
export function Analytics(props: { filters: ReportFilters; stats: ShownStats; isOver: boolean }) {
  const { filters, stats, isOver } = props;
  const { total, halves, agreement, months, hours, opponents, left } = stats;
  const timed = hours.reduce((sum, hour) => sum + hour.rated, 0);
  const link: Link = (pick) => gamesAddress(filters, pick);
  return (
    <>
      <Insights total={total} link={link} />
      <section>
        <h2>What happens</h2>
        <GroupsChart answer={groupsAnswer(total)} months={months} link={link} />
        <GroupGames total={total} link={link} />
        <Tags filters={filters} stats={stats} link={link} />
      </section>
      {opponents.length > 0 ? <Opponents opponents={opponents} link={link} /> : null}
      <section>
        <h2>When it happens</h2>
        {timed < MAP_GAMES ? (
          <HoursOfDay hours={hours} link={link} />
        ) : (
          <HoursMap answer={hoursAnswer(hours)} hours={hours} link={link} />
        )}
        <HostileHour hours={hours} link={link} />
      </section>
      {agreement ? <RaterAgreement agreement={agreement} link={link} /> : null}
      <Estimates total={total} improvement={improvementOf(halves)?.rate ?? 0} left={left} isOver={isOver} />
    </>
  );
}

/** Links the games behind the chart of tags. */
function GroupGames({ total, link }: { total: Tally; link: Link }) {
  const groups = (["hostile", "distracting", "supportive"] as const).filter((group) => total[group] > 0);
  if (groups.length === 0) return null;
  return (
    <p className="small no-print">
      Games in which it was noted:{" "}
      {groups.map((group, index) => (
        <span key={group}>
          {index > 0 ? ", " : ""}
          <a href={link({ noted: group })}>
            {groupName[group]} ({count(total[group])})
          </a>
        </span>
      ))}
      .
    </p>
  );
}

/** Lists the opponents of a team's games that went wrong. */
function Opponents({ opponents, link }: { opponents: ShownStats["opponents"]; link: Link }) {
  const rows = opponents.filter(({ points, rated }) => points < 20 * rated);
  const [first] = rows;
  return (
    <section>
      <h2>Against whom</h2>
      {first ? (
        <>
          <p>
            The most points were lost against {first.opponent}: {count(20 * first.rated - first.points)} in{" "}
            {pluralize(first.rated, "rated game")}.
          </p>
          <RowTable
            caption="Opponents, the most points lost first"
            columns={[
              { name: "Opponent", place: "name" },
              { name: "Not perfect", place: "state" },
              { name: "Average", place: "line" },
            ]}
            rows={rows.map(({ opponent, rated, points, perfect }) => ({
              key: opponent,
              cells: [
                opponent,
                <span key="below">
                  <Behind to={link({ games: "below", opponent })} figure={rated - perfect} /> of{" "}
                  <Behind to={link({ games: "rated", opponent })} figure={rated} />
                </span>,
                formatAverage(points / rated),
              ],
            }))}
          />
        </>
      ) : (
        <p>No rated game was less than perfect.</p>
      )}
    </section>
  );
}

/** Charts hours of the day with enough games, if those of the week are too few to compare. */
function HoursOfDay({ hours, link }: { hours: readonly HourTally[]; link: Link }) {
  const days = hoursOfDay(hours).filter(({ rated }) => rated >= FEW_GAMES);
  return (
    <>
      <p>{hoursAnswer(hours)}.</p>
      {days.length > 1 ? (
        <p>
          Perfect by hour of the day:{" "}
          {days.map(({ hour, rated, perfect }, index) => (
            <span key={hour}>
              {index > 0 ? ", " : ""}
              {hourName(hour)} <Behind to={link({ games: "20", hour })} figure={perfect} /> of{" "}
              <Behind to={link({ games: "rated", hour })} figure={rated} />
            </span>
          ))}
          .
        </p>
      ) : null}
    </>
  );
}

function HostileHour({ hours, link }: { hours: readonly HourTally[]; link: Link }) {
  const most = hostileHour(hours);
  if (!most) return null;
  return (
    <p>
      {hostileHourLabel(hours)} <a href={link({ noted: "hostile", hour: most.hour })}>See these games</a>
    </p>
  );
}

const insightText = {
  "excellent-pattern": "An excellent pattern: more than 40% of the rated games were perfect.",
  consistency: "Consistency: more than half of the rated games were perfect.",
};

function Insights({ total, link }: Pick<ReportStats, "total"> & { link: Link }) {
  const insights = insightsOf(total);
  return (
    <p className="stats-sentence">
      {total.rated < FEW_GAMES
        ? `${pluralize(total.rated, "rated game")}: too few to say what they have in common.`
        : insights.map((name) => insightText[name]).join(" ") ||
          `Perfect in ${shareLabel(shareOf(total.perfect, total.rated), total.perfect, total.rated)}.`}{" "}
      {total.rated - total.perfect > 0 ? (
        <a href={link({ games: "below" })}>
          {pluralize(total.rated - total.perfect, "game was", "games were")} not perfect
        </a>
      ) : null}
    </p>
  );
}

/** Counts the games with each tag, by group, with places and top teams. */
function Tags(props: { filters: ReportFilters; stats: Pick<ReportStats, "tags" | "teams">; link: Link }) {
  const { filters, link } = props;
  const { tags, teams } = props.stats;
  const games = tags.reduce((sum, row) => sum + row.games, 0);
  if (games === 0) return <p>No result is open yet.</p>;
  const nameOf = new Map(teams.map(({ teamId, name }) => [teamId, name]));
  const rows = (["hostile", "distracting", "supportive"] as const).flatMap((group) =>
    allTags
      .filter((tag) => tag.group === group)
      .map(({ name, label }) => ({ name, label, group, ...countsOf(tags, name, nameOf) }))
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
          <span key="games">
            <Behind to={link({ noted: row.name })} figure={row.total} /> of {count(games)}
          </span>,
          groupName[row.group],
          <span key="where">
            <Behind to={link({ noted: row.name, place: "home" })} figure={row.home} /> home,{" "}
            <Behind to={link({ noted: row.name, place: "away" })} figure={row.away} /> away
            {row.total < FEW_GAMES || teams.length < 2 ? null : (
              <>
                , most {nameOf.get(row.most) ?? "–"} (
                <Behind
                  to={gamesAddress(filters, { noted: row.name }, { team: row.most })}
                  figure={row.games}
                />
                )
              </>
            )}
          </span>,
        ],
      }))}
    />
  );
}

/** Counts a tag's games, by place, and at the team with the most; the first by name if several have as many. */
function countsOf(
  tags: readonly TagRow[],
  name: keyof TagRow["tags"],
  teamNames: ReadonlyMap<string, string>,
) {
  const byTeam = new Map<string, number>();
  const counts = { total: 0, home: 0, away: 0 };
  for (const row of tags) {
    const games = row.tags[name];
    counts.total += games;
    counts[row.homeAway] += games;
    byTeam.set(row.teamId, (byTeam.get(row.teamId) ?? 0) + games);
  }
  const nameOf = (teamId: string) => teamNames.get(teamId) ?? "";
  const [most = "", games = 0] =
    [...byTeam].sort(([a, many], [b, more]) => more - many || nameOf(a).localeCompare(nameOf(b)))[0] ?? [];
  return { ...counts, most, games };
}

function RaterAgreement(props: { agreement: NonNullable<ReportStats["agreement"]>; link: Link }) {
  const { agreement, link } = props;
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
      {both < FEW_GAMES ? null : (
        <p className="small no-print">
          Games: <Behind to={link({ raters: "same" })} figure={same} /> with the same score,{" "}
          <Behind to={link({ raters: "one-step" })} figure={oneStep} /> one step apart,{" "}
          <Behind to={link({ raters: "two-steps" })} figure={twoSteps} /> two steps.
        </p>
      )}
    </section>
  );
}

/** Shows the documented formulas with their bounds, marked as estimates. */
function Estimates(
  props: Pick<ReportStats, "total"> & { improvement: number; left: number | null; isOver: boolean },
) {
  const { total, improvement, left, isOver } = props;
  return (
    <section>
      <h2>Estimates</h2>
      <p>{estimatesLabel(total, improvement, left, isOver)}</p>
      {total.rated < FEW_GAMES ? null : (
        <details className="more">
          <summary>How they are worked out</summary>
          <p>
            Finish: the average, plus a tenth of the improvement rate of the last 30 days. Perfect games:
            today's share plus 5 points. Neither can pass 20 points or 100%, nor in a season of all teams what
            is reached if each game without a result{left === null ? "" : ` (${count(left)})`} is perfect.
            Return on investment: the average divided by 15.2, times 200; it is no money, and an average of
            15.2 gives 200%. None of them is measured.
          </p>
        </details>
      )}
    </section>
  );
}
