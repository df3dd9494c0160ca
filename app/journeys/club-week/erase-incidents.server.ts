import { eraseDueIncidents, nextErasure } from "#app/domain/club/incidents/erase-incidents.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";

/** Erases the incidents whose time has come (product.md#erasing-incidents). @returns when the next one's comes */
export async function eraseIncidents({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const due = await nextErasure(db);
  if (due === null) return null;
  if (due > at.toISOString()) return new Date(due);
  await changeClub({ control, db, club }, (tx) => eraseDueIncidents(tx, at));
  const next = await nextErasure(db);
  return next === null ? null : new Date(next);
}
