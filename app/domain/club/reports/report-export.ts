import { trendName } from "./labels.ts";
import {
  average,
  type Halves,
  improvementOf,
  type MonthReport,
  shareOf,
  type Tally,
  type TeamReport,
} from "./report.ts";
import type { ReportType } from "./report-filters.ts";

/** What a download writes. */
interface Exported {
  total: Tally;
  halves: Halves;
  teams: readonly TeamReport[];
  months: readonly MonthReport[];
}

/** A game's row: scores that are sealed for the reader are null. */
interface ExportedGame {
  date: string;
  managerScore: number | null;
  coachScore: number | null;
  finalScore: number | null;
  location: string;
}

const NOT_MEASURED = "Not measured yet";
const text = (value: number | null) => (value === null ? "" : String(value));
const oneDecimal = (value: number | null) => (value === null ? "" : value.toFixed(1));

/** The rows of a report's CSV, its head first: the columns of the documents, in their order (product.md#reports). */
export function reportRows(type: ReportType, stats: Exported, games: readonly ExportedGame[]): string[][] {
  switch (type) {
    case "behavior":
      return [
        [
          "teamName",
          "gamesPlayed",
          "averageScore",
          "perfectGames",
          "minorIssues",
          "majorIncidents",
          "lastGameDate",
          "trend",
        ],
        ...stats.teams.map((team) => [
          team.name,
          String(team.played),
          oneDecimal(team.average),
          String(team.perfect),
          String(team.minor),
          String(team.major),
          team.lastGame ?? "",
          trendName[team.trend],
        ]),
      ];
    case "trends":
      return [
        [
          "month",
          "gamesPlayed",
          "ratedGames",
          "averageScore",
          "perfectGames",
          "minorIssues",
          "majorIncidents",
        ],
        ...stats.months.map((month) => [
          month.month,
          String(month.played),
          String(month.rated),
          oneDecimal(month.average),
          String(month.perfect),
          String(month.minor),
          String(month.major),
        ]),
      ];
    case "summary":
      return [
        [
          "totalGames",
          "totalTeams",
          "averageClubScore",
          "perfectGamePercentage",
          "improvementRate",
          "refereeRetentionRate",
          "parentSatisfaction",
        ],
        summary(stats),
      ];
    case "incidents":
      return [
        ["date", "managerScore", "coachScore", "finalScore", "location"],
        ...games.map((game) => [
          game.date,
          text(game.managerScore),
          text(game.coachScore),
          text(game.finalScore),
          game.location,
        ]),
      ];
  }
}

function summary({ total, halves, teams }: Exported): string[] {
  const improvement = improvementOf(halves);
  const perfect = shareOf(total.perfect, total.rated);
  return [
    String(total.played),
    String(teams.length),
    oneDecimal(average(total)),
    perfect ? oneDecimal(perfect.share * 100) : "",
    improvement ? oneDecimal(improvement.rate) : "",
    NOT_MEASURED,
    NOT_MEASURED,
  ];
}
