import { sealedPart } from "#app/domain/club/stats/labels.ts";
import type { ClubStats } from "#app/domain/club/stats/stats.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";

/** '3 of 5 games of your teams rated, 1 of them sealed; 2 perfect.' */
export function statsSentence(stats: ClubStats, isAdmin: boolean): string {
  const { gamesRated, gamesSealed, gamesCompleted, perfectGames, teams } = stats;
  if (teams === 0) return "No teams yet: add your first one below.";
  if (gamesCompleted === 0) return `${pluralize(teams, "team")}, and no game played yet.`;
  const whose = isAdmin ? "" : " of your teams";
  return `${count(gamesRated)} of ${pluralize(gamesCompleted, "game")}${whose} rated${sealedPart(gamesSealed)}; ${count(perfectGames)} perfect.`;
}

export function averageLabel(average: number | null): string {
  return average === null ? "no rated game yet" : `${formatAverage(average)} a game on average`;
}
