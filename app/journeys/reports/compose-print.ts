import {
  coverageLabel,
  estimatesLabel,
  groupName,
  groupsAnswer,
  hostileHourLabel,
  hourName,
  hoursAnswer,
  improvementLabel,
  monthsAnswer,
  percent,
  shareLabel,
  shortMonth,
  summaryName,
  TREND_NOTE,
  trendAnswer,
  trendLabel,
  typeName,
  weekdayName,
} from "#app/domain/club/reports/labels.ts";
import type { MeasuredStats } from "#app/domain/club/reports/measured.server.ts";
import type { ReportGame } from "#app/domain/club/reports/report.server.ts";
import {
  CHART_MONTHS,
  FEW_GAMES,
  improvementOf,
  MAP_GAMES,
  type MonthReport,
  REGION_CLUBS,
  shareOf,
} from "#app/domain/club/reports/report.ts";
import { reportRows } from "#app/domain/club/reports/report-export.ts";
import type { AskedPrint } from "#app/domain/club/reports/report-prints.server.ts";
import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { tags as allTags } from "#app/domain/values/rating-tags.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { PrintSection } from "#app/print/report-print.ts";
import type { ReportStats } from "./report-stats.server.ts";

/** Builds the sections of a report's PDF that its reader may see. @param today YYYY-MM-DD */
export function printSections(
  { filters, admin, compares }: AskedPrint,
  stats: ReportStats & { measured: MeasuredStats },
  incidents: readonly ReportGame[],
  today: string,
): PrintSection[] {
  if (stats.total.played === 0)
    return [{ heading: "No games played in this time", sentences: ["There is nothing to report on."] }];
  switch (filters.type) {
    case "behavior":
      return [teamsSection(stats, today)];
    case "trends":
      return [monthsSection(stats.months)];
    case "summary":
      return [overviewSection(stats), summarySection(stats)];
    case "incidents":
      return admin ? [incidentsSection(incidents, today)] : [];
    case "":
      return [
        overviewSection(stats),
        monthsSection(stats.months),
        teamsSection(stats, today),
        ...(compares ? [trendSection(stats), tagsSection(stats), hoursSection(stats)] : []),
        ...(compares && stats.agreement ? [agreementSection(stats.agreement)] : []),
        ...(compares ? [estimatesSection(stats)] : []),
      ];
  }
}

function overviewSection({ total, halves, benchmark }: ReportStats): PrintSection {
  const mean = total.rated === 0 ? null : total.points / total.rated;
  const region =
    benchmark.clubs === null
      ? `Fewer than ${REGION_CLUBS} clubs of your state have rated games, so this is the reference, not a measurement:`
      : `The ${pluralize(benchmark.clubs, "club")} of your state on the leaderboard reach`;
  return {
    heading: "Overview",
    sentences: [
      total.rated === 0
        ? "No result is open yet."
        : `Perfect in ${shareLabel(shareOf(total.perfect, total.rated), total.perfect, total.rated)}. ${improvementLabel(halves)}`,
      `${coverageLabel(total)}.${mean === null ? "" : ` Average ${formatAverage(mean)} of 20.`} ${count(total.perfect)} perfect, ${count(total.minor)} with minor issues, ${count(total.major)} with a major incident.`,
      `${region} ${formatAverage(benchmark.average)} points a game, and ${percent(benchmark.perfectShare)} of their games are perfect.`,
    ],
  };
}

function monthsSection(all: readonly MonthReport[]): PrintSection {
  const months = all.slice(-CHART_MONTHS);
  return {
    heading: "Month by month",
    sentences: [`${monthsAnswer(all)}.`],
    chart: {
      kind: "shares",
      alt: months
        .map(({ month, rated, perfect, minor, major }) =>
          rated === 0
            ? `${formatMonth(month)}: no open result.`
            : `${formatMonth(month)}: ${perfect} of ${rated} perfect, ${minor} minor, ${major} major.`,
        )
        .join(" "),
      rows: months.map((month) => ({ ...month, label: shortMonth(month.month, true) })),
    },
    table: {
      columns: [
        { name: "Month", width: 3 },
        { name: "Perfect", width: 2, figure: true },
        { name: "Minor", width: 2, figure: true },
        { name: "Major", width: 2, figure: true },
        { name: "Average", width: 2, figure: true },
        { name: "Rated", width: 2.5, figure: true },
      ],
      rows: all.map((month) => [
        formatMonth(month.month),
        count(month.perfect),
        count(month.minor),
        count(month.major),
        month.average === null ? "–" : formatAverage(month.average),
        `${count(month.rated + month.sealed)} of ${count(month.played)}`,
      ]),
    },
  };
}

function teamsSection({ teams }: ReportStats, today: string): PrintSection {
  return {
    heading: "Teams, the lowest average first",
    sentences: [TREND_NOTE],
    table: {
      columns: [
        { name: "Team", width: 4 },
        { name: "Rated", width: 2, figure: true },
        { name: "Average", width: 1.8, figure: true },
        { name: "Perfect", width: 1.6, figure: true },
        { name: "Minor", width: 1.4, figure: true },
        { name: "Major", width: 1.4, figure: true },
        { name: "Last 3 games", width: 2.4 },
        { name: "Last game", width: 2.6 },
      ],
      rows: teams.map((team) => [
        team.archived ? `${team.name} (archived)` : team.name,
        `${count(team.rated + team.sealed)} of ${count(team.played)}`,
        team.average === null ? "–" : formatAverage(team.average),
        count(team.perfect),
        count(team.minor),
        count(team.major),
        trendLabel(team),
        team.lastGame ? formatDate(team.lastGame, today) : "–",
      ]),
    },
  };
}

function trendSection({ months }: ReportStats): PrintSection {
  const points = months.slice(-CHART_MONTHS).flatMap((month) => {
    const share = shareOf(month.perfect, month.rated);
    return share ? [{ label: shortMonth(month.month), month: month.month, ...share }] : [];
  });
  return {
    heading: "Is it getting better?",
    sentences: [`${trendAnswer(months)}.`],
    ...(points.length < 2
      ? {}
      : {
          chart: {
            kind: "trend" as const,
            alt: points
              .map(
                ({ month, share, low, high }) =>
                  `${formatMonth(month)}: ${percent(share)}, likely ${percent(low)} to ${percent(high)}.`,
              )
              .join(" "),
            points,
          },
        }),
  };
}

function tagsSection({ total, months, tags, teams }: ReportStats): PrintSection {
  const rated = months.slice(-CHART_MONTHS).filter((month) => month.rated > 0);
  const groups = ["hostile", "distracting", "supportive"] as const;
  const games = tags.reduce((sum, row) => sum + row.games, 0);
  const nameOf = new Map(teams.map(({ teamId, name }) => [teamId, name]));
  const rows = groups.flatMap((group) =>
    allTags
      .filter((tag) => tag.group === group)
      .map((tag) => {
        const of = (fits: (row: (typeof tags)[number]) => boolean) =>
          tags.filter(fits).reduce((sum, row) => sum + row.tags[tag.name], 0);
        const byTeam = [...nameOf.keys()].map((id) => [id, of(({ teamId }) => teamId === id)] as const);
        const [most = "", mostGames = 0] = byTeam.toSorted((a, b) => b[1] - a[1])[0] ?? [];
        const all = of(() => true);
        return {
          ...{ all, label: tag.label, group, home: of(({ homeAway }) => homeAway === "home") },
          most: all < FEW_GAMES ? "too few to say" : `${nameOf.get(most) ?? "–"} (${count(mostGames)})`,
        };
      })
      .filter(({ all }) => all > 0)
      .sort((a, b) => b.all - a.all),
  );
  return {
    heading: "What happens",
    sentences: [`${groupsAnswer(total)}.`],
    ...(rated.some((month) => month.rated >= FEW_GAMES)
      ? {
          chart: {
            kind: "bars" as const,
            alt: groups
              .map((group) => `${groupName[group]}: in ${total[group]} of ${total.rated} rated games.`)
              .join(" "),
            panels: groups.map((group) => ({
              label: `${groupName[group]}: in ${count(total[group])} of ${pluralize(total.rated, "rated game")}`,
              bars: rated.map((month) => ({
                label: shortMonth(month.month),
                share: month.rated < FEW_GAMES ? null : month[group] / month.rated,
              })),
            })),
          },
        }
      : {}),
    ...(rows.length > 0
      ? {
          table: {
            columns: [
              { name: "What", width: 4 },
              { name: "Group", width: 2 },
              { name: "Games", width: 2, figure: true },
              { name: "At home", width: 1.5, figure: true },
              { name: "Away", width: 1.3, figure: true },
              { name: "Most at", width: 3 },
            ],
            rows: rows.map((row) => [
              row.label,
              groupName[row.group],
              `${count(row.all)} of ${count(games)}`,
              count(row.home),
              count(row.all - row.home),
              row.most,
            ]),
          },
        }
      : {}),
  };
}

function hoursSection({ hours }: ReportStats): PrintSection {
  const hostile = hostileHourLabel(hours);
  const sentences = [`${hoursAnswer(hours)}.`, ...(hostile ? [hostile] : [])];
  if (hours.reduce((sum, { rated }) => sum + rated, 0) < MAP_GAMES)
    return { heading: "When it happens", sentences };
  const all = hours.map(({ hour }) => hour);
  const first = Math.min(...all);
  const columns = Array.from({ length: Math.max(...all) - first + 1 }, (_, index) => first + index);
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => hours.some(({ weekday }) => weekday === day));
  return {
    heading: "When it happens",
    sentences: [
      ...sentences,
      `A number is the percent of the hour's games that were perfect; the darker, the fewer. A dot: below ${FEW_GAMES} games.`,
    ],
    chart: {
      kind: "hours",
      alt: hours
        .map(
          ({ weekday, hour, perfect, rated }) =>
            `${weekdayName(weekday)} ${hourName(hour)}: ${perfect} of ${rated} perfect.`,
        )
        .join(" "),
      columns: columns.map(hourName),
      rows: days.map((day) => ({
        label: weekdayName(day),
        cells: columns.map((column) => {
          const cell = hours.find(({ weekday, hour }) => weekday === day && hour === column);
          if (!cell) return null;
          return cell.rated < FEW_GAMES ? ("few" as const) : cell.perfect / cell.rated;
        }),
      })),
    },
  };
}

function agreementSection({ same, oneStep, twoSteps }: NonNullable<ReportStats["agreement"]>): PrintSection {
  const both = same + oneStep + twoSteps;
  return {
    heading: "How far coach and manager agree",
    sentences: [
      both < FEW_GAMES
        ? `${pluralize(both, "game")} rated by both before either saw the other's rating: too few to say.`
        : `In ${count(same)} of ${pluralize(both, "game")} both gave the same score (${percent(same / both)}), in ${count(oneStep)} they were one step apart, in ${count(twoSteps)} two steps. Only what each gave first counts, before seeing the other's.`,
    ],
  };
}

const estimatesSection = ({ total, halves }: ReportStats): PrintSection => ({
  heading: "Estimates",
  sentences: [
    estimatesLabel(total, improvementOf(halves)?.rate ?? 0, null),
    "None of them is measured; the page of reports says how they are worked out.",
  ],
});

function summarySection(stats: ReportStats & { measured: MeasuredStats }): PrintSection {
  const [names = [], values = []] = reportRows("summary", stats, []);
  return {
    heading: typeName.summary,
    sentences: [],
    table: {
      columns: [
        { name: "Figure", width: 3 },
        { name: "Value", width: 2 },
      ],
      rows: names.map((name, index) => [summaryName[name] ?? name, values[index] || "Too few games to say"]),
    },
  };
}

function incidentsSection(games: readonly ReportGame[], today: string): PrintSection {
  return {
    heading: "Games with a major incident",
    sentences: [
      games.length === 0 ? "No game of this time has a 0." : `${pluralize(games.length, "game")} with a 0.`,
    ],
    ...(games.length === 0
      ? {}
      : {
          table: {
            columns: [
              { name: "Date", width: 2.4 },
              { name: "Team", width: 3 },
              { name: "Opponent", width: 3.4 },
              { name: "Coach", width: 1.4, figure: true },
              { name: "Manager", width: 1.7, figure: true },
              { name: "Location", width: 3 },
            ],
            rows: games.map((game) => [
              formatDate(game.date, today),
              game.teamName,
              `${game.homeAway === "home" ? "vs." : "at"} ${game.opponent}`,
              game.coachScore === null ? "–" : String(game.coachScore),
              game.managerScore === null ? "–" : String(game.managerScore),
              game.location || "TBD",
            ]),
          },
        }),
  };
}
