import type { GamesTable } from "#app/db/club/schema.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

/** Two games of one team that kick off less than this apart cannot both be played (product.md#schedule-views). */
export const CONFLICT_MINUTES = 60;

type Placed = Pick<GamesTable, "id" | "team_id" | "time" | "starts_at" | "status">;

/**
 * The games that their team cannot play because it has another one at the same time, as pairs by id. Cancelled games
 * and games without a time are in nobody's way.
 */
export function conflictsOf(games: readonly Placed[]): Map<string, string[]> {
  const conflicts = new Map<string, string[]>();
  const timed = games
    .filter(({ time, status }) => time !== null && status !== "cancelled")
    .sort((a, b) => a.team_id.localeCompare(b.team_id) || a.starts_at.localeCompare(b.starts_at));
  const note = (id: string, other: string) => conflicts.set(id, [...(conflicts.get(id) ?? []), other]);
  for (const [index, game] of timed.entries()) {
    for (let next = index + 1; next < timed.length; next += 1) {
      const other = timed[next];
      if (!other || other.team_id !== game.team_id) break;
      if (Date.parse(other.starts_at) - Date.parse(game.starts_at) >= CONFLICT_MINUTES * MINUTE_MS) break;
      note(game.id, other.id);
      note(other.id, game.id);
    }
  }
  return conflicts;
}
