import { sealedPart } from "#app/domain/club/stats/labels.ts";
import type { ClubStats } from "#app/domain/club/stats/stats.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";

/** '3 of 5 games rated, 1 of them sealed; 2 perfect.' */
export function statsSentence(stats: ClubStats): string {
  const { gamesRated, gamesSealed, gamesCompleted, perfectGames } = stats;
  if (gamesCompleted === 0) return "No game has kicked off yet.";
  return `${count(gamesRated)} of ${pluralize(gamesCompleted, "game")} rated${sealedPart(gamesSealed)}; ${count(perfectGames)} perfect.`;
}
