import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { countDueGames, eraseDueGames } from "#app/domain/club/games/erase-games.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";

/**
 * The clock of games, over every club's file: for operators. The jobs process does the same in each club's week, without
 * opening files that have nothing due (product.md#retention).
 * @returns how many games were erased, or would be, and the codes of clubs whose files could not be opened
 */
export async function runGameClock(
  { control, clubs }: Platform,
  { dryRun, at }: { dryRun: boolean; at: Date },
): Promise<{ count: number; unread: string[] }> {
  let count = 0;
  const unread: string[] = [];
  for (const code of clubs.codes()) {
    try {
      count += await clubs.use(code, async (db) => {
        const due = await countDueGames(db, at);
        if (dryRun) return due;
        const ctx = { control, db, club: { code } };
        for (let left = due; left > 0; ) {
          const erased = await changeClub(ctx, (tx) => eraseDueGames(tx, at));
          left = erased === 0 ? 0 : left - erased;
        }
        return due;
      });
    } catch (error) {
      if (!(error instanceof ClubUnavailable)) throw error;
      unread.push(code);
    }
  }
  return { count, unread };
}
