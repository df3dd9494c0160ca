import { eraseDueGames, nextGameErasure } from "#app/domain/club/games/erase-games.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";

/** Erases the games whose time is up (product.md#retention). @returns when the next one's is */
export async function eraseGames({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const due = await nextGameErasure(db);
  if (due === null || due > at) return due;
  await changeClub({ control, db, club }, (tx) => eraseDueGames(tx, at));
  return nextGameErasure(db);
}
