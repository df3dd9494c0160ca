import { rewardsToSettle, settleRewards } from "#app/domain/club/rewards/earned.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";

/**
 * Settles what teams have earned since the last look (product.md#rewards). Every change of the club's file leads here,
 * and the moment at which a sealed result opens; a look that a crash cut short is taken again, and finds what is stored.
 * @returns when the next sealed result opens, or a season's last one
 */
export async function lookForRewards({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const { changes, next } = await rewardsToSettle(db, "itself", at);
  if (changes > 0) await changeClub({ control, db, club }, (tx) => settleRewards(tx, "itself", at));
  return next;
}
