import type { Timed } from "#app/domain/club/games/game-rules.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { formatShortMoment } from "#app/domain/values/times.ts";

/** Until when a game can be rated blind: 'Rate it by Mon, Nov 23, 12:00 PM CT, before the result opens' (product.md#blind) */
export function limitLabel(game: Pick<Timed, "starts_at" | "time">, timezone: string, at: Date): string {
  const limit = opensAt(game);
  return limit > at
    ? `Rate it by ${formatShortMoment(limit.toISOString(), timezone, at)}, before the result opens`
    : "The 48 hours are over, and you can still rate it";
}
