import { findAnnouncement, sendAnnouncement } from "#app/domain/club/announcements/announcements.server.ts";
import { ANNOUNCEMENTS_A_DAY } from "#app/domain/club/announcements/announcements.ts";
import { mayAnnounce, uncountAnnouncement } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { announcementReach } from "#app/journeys/club-events/announcement.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

export type AnnounceResult =
  | { ok: true; recipients: number; isNew: boolean }
  | { ok: false; problem: "not-found" | "nobody" | "daily-limit" };

/**
 * Sends a preview to its recipients, once (product/notifications.md#announcements). The day's limit counts before
 * anything is sent; a refused one does not count.
 */
export async function announce(ctx: ClubContext, id: string, at: Date): Promise<AnnounceResult> {
  const found = await findAnnouncement(ctx.db, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.sentAt) return { ok: true, recipients: found.recipients, isNew: false };
  const { accountIds } = await announcementReach(ctx, found);
  const recipients = accountIds.length;
  if (recipients === 0) return { ok: false, problem: "nobody" };
  if (!(await mayAnnounce(ctx.club.code, ANNOUNCEMENTS_A_DAY))) {
    await uncountAnnouncement(ctx.club.code, ANNOUNCEMENTS_A_DAY);
    return { ok: false, problem: "daily-limit" };
  }
  const result = await changeClub(ctx, (tx) => sendAnnouncement(tx, id, { recipients, at }));
  if (!result.ok || !result.isNew) await uncountAnnouncement(ctx.club.code, ANNOUNCEMENTS_A_DAY);
  return result.ok ? { ...result, recipients } : result;
}
