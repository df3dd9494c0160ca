import { inTransaction } from "#app/db/engine.server.ts";
import { noteTold, openedResults } from "#app/domain/club/ratings/results.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

/**
 * Tells of the results that have opened: a 20 to the team's staff and the administrators, a 0 to the team's managers
 * (product.md#notifications). Sealed ones wait (product.md#blind).
 * @returns when the next sealed result opens by the clock
 */
export async function notifyOfOpenedResults({
  control,
  db,
  club,
  at,
  first,
}: ClubWeek): Promise<Date | null> {
  const { opened, nextOpening } = await openedResults(db, at);
  for (const { gameId, teamId, finalScore, incidentId } of first ? [] : opened) {
    const ctx = { control, db, club };
    if (finalScore === 20) {
      const content = { about: "perfect-game", gameId } as const;
      const to = { administrators: true, staff: ["manager", "coach"] } as const;
      await notify(ctx, { kind: "perfect-games", key: gameId, teamId, to, content }, at);
    }
    if (incidentId) {
      const content = { about: "incident", incidentId } as const;
      const to = { staff: ["manager"] } as const;
      await notify(ctx, { kind: "incident-alerts", key: incidentId, teamId, to, content }, at);
    }
  }
  if (opened.length > 0) {
    const games = opened.map(({ gameId }) => gameId);
    await inTransaction(db, (tx) => noteTold(tx, games, at));
  }
  return nextOpening;
}
