import { inTransaction } from "#app/db/engine.server.ts";
import {
  changedAwards,
  noteChangeNotified,
  noteRewardNotified,
  rewardsToNotify,
} from "#app/domain/club/rewards/earned.server.ts";
import { isAchievement } from "#app/domain/club/rewards/rewards.ts";
import { rewardsToSettle, settleRewards } from "#app/domain/club/rewards/settle-rewards.server.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { notifyTogether } from "#app/journeys/notifications/notify.server.ts";

/**
 * Settles what teams have earned since the last look, and notifies of it (product/rewards.md#rewards). Every change of
 * the club's file leads here, and the moment at which a sealed result opens; a look that a crash cut short is taken
 * again, and finds what is stored.
 * @returns when the next sealed result opens, or a season's last one
 */
export async function lookForRewards({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const ctx = { control, db, club };
  const { changes, next } = await rewardsToSettle(db, "itself", at);
  if (changes > 0) await changeClub(ctx, (tx) => settleRewards(tx, "itself", at));
  const earned = await rewardsToNotify(db, at);
  const changed = await changedAwards(db, at);
  const people =
    changed.length > 0
      ? await mailedPeople(control, club.code, { administrators: true, accountIds: [] })
      : [];
  const administrators = new Set(people.map(({ accountId }) => accountId));
  await notifyTogether(
    ctx,
    [
      ...earned.map(({ id, rewardId, teamId, gameId, status, type, awardedByName }) => ({
        kind: isAchievement(type) ? ("achievement-milestones" as const) : ("rewards-earned" as const),
        // The key has no reward id, which changes when an older copy of the file is put in place.
        key: `${rewardId}:${teamId}:${gameId ?? id}:${status}`,
        teamId,
        // An administrator who marks one as awarded needs no email about it.
        to: {
          administrators: waits(status) || awardedByName === "",
          ...(waits(status) ? {} : { staff: ["manager", "coach"] as const }),
        },
        content: { about: "reward" as const, earnedId: id, status },
      })),
      ...changed.map(({ id, teamId, awardedBy }) => ({
        kind: "rewards-earned" as const,
        ...changedOnce(id),
        teamId,
        // To the administrator who gave it, if they still are one.
        to:
          awardedBy !== null && administrators.has(awardedBy)
            ? { accountIds: [awardedBy] }
            : { administrators: true },
        content: { about: "reward-changed" as const, earnedId: id },
      })),
    ],
    at,
  );
  if (changed.length > 0)
    await inTransaction(db, (tx) =>
      noteChangeNotified(
        tx,
        changed.map(({ id }) => id),
        at,
      ),
    );
  if (earned.length > 0)
    await inTransaction(db, async (tx) => {
      for (const { id, status } of earned)
        await noteRewardNotified(tx, id, waits(status) ? "administrators" : "everybody");
    });
  return next;
}

/** Tells whether it is for an administrator, who has yet to approve it. */
const waits = (status: string): boolean => status === "pending";

/** Names the email about a changed award, which goes out once. */
const changedOnce = (earnedId: string) => ({ key: `${earnedId}:changed` });
