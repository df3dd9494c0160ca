import { NOT_MEASURED } from "#app/domain/club/pulse/labels.ts";
import { satisfactionOf } from "#app/domain/club/pulse/pulse.ts";
import { trendLabel } from "./labels.ts";
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

/** Content of a download. */
interface Exported {
  total: Tally;
  halves: Halves;
  teams: readonly TeamReport[];
  months: readonly MonthReport[];
  /** Club's measurements of its referees and parents; null if the report does not read them. */
  measured: {
    retention: { started: number; stayed: number } | null;
    satisfaction: { mean: number } | null;
  } | null;
}

/** A game's row: scores that are sealed for the reader are null. */
interface ExportedGame {
  date: string;
  managerScore: number | null;
  coachScore: number | null;
  finalScore: number | null;
  location: string;
  teamName: string;
  opponent: string;
}

const text = (value: number | null) => (value === null ? "" : String(value));
const oneDecimal = (value: number | null) => (value === null ? "" : value.toFixed(1));

/**
 * Builds the rows of a report's CSV, its head first: the report's columns in their fixed order, then the number of
 * games behind an average, which should always be read with it (product/reports.md#reports).
 */
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
          "ratedGames",
        ],
        ...stats.teams.map((team) => [
          team.name,
          String(team.played),
          oneDecimal(team.average),
          String(team.perfect),
          String(team.minor),
          String(team.major),
          team.lastGame ?? "",
          trendLabel(team),
          String(team.rated),
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
          "ratedGames",
        ],
        summary(stats),
      ];
    case "incidents":
      return [
        ["date", "managerScore", "coachScore", "finalScore", "location", "teamName", "opponent"],
        ...games.map((game) => [
          game.date,
          text(game.managerScore),
          text(game.coachScore),
          text(game.finalScore),
          game.location,
          game.teamName,
          game.opponent,
        ]),
      ];
  }
}

function summary({ total, halves, teams, measured }: Exported): string[] {
  const satisfaction = measured?.satisfaction;
  const retained = measured?.retention && shareOf(measured.retention.stayed, measured.retention.started);
  const improvement = improvementOf(halves);
  const perfect = shareOf(total.perfect, total.rated);
  return [
    String(total.played),
    String(teams.length),
    oneDecimal(average(total)),
    perfect ? oneDecimal(perfect.share * 100) : "",
    improvement ? oneDecimal(improvement.rate) : "",
    retained ? oneDecimal(retained.share * 100) : NOT_MEASURED,
    satisfaction ? oneDecimal(satisfactionOf(satisfaction.mean)) : NOT_MEASURED,
    String(total.rated),
  ];
}
