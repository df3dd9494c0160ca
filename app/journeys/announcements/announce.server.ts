import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import {
  findAnnouncement,
  sendAnnouncement,
  staffPlaces,
} from "#app/domain/club/announcements/announcements.server.ts";
import {
  ANNOUNCEMENTS_A_DAY,
  type Announcement,
  staffOfAudience,
} from "#app/domain/club/announcements/announcements.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import { mayAnnounce, uncountAnnouncement } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext, ClubFileContext } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

/** Whom an announcement reaches, and how many of those it names get no such mail. */
export async function announcementReach(
  { control, db, club }: ClubFileContext,
  announcement: Pick<Announcement, "audience" | "teamIds">,
): Promise<{ accountIds: string[]; off: number }> {
  const people = await mailedPeople(control, club.code, {
    administrators: announcement.audience === "everybody",
    accountIds: staffOfAudience(announcement, await staffPlaces(db)),
  });
  const reached = people.filter(({ preferences, dead }) => !dead && wants(preferences, "announcements"));
  return { accountIds: reached.map(({ accountId }) => accountId), off: people.length - reached.length };
}

export type AnnounceResult =
  | { ok: true; recipients: number; isNew: boolean }
  | { ok: false; problem: "not-found" | "nobody" | "daily-limit" };

/**
 * Sends a preview to whom it names, once (product.md#announcements). The day's limit counts before anything is sent; a
 * refused one does not count.
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

/** Mails an announcement to whom it names. */
export async function deliverAnnouncement(
  ctx: ClubFileContext,
  { announcementId }: Extract<ClubEvent, { kind: "announcement" }>,
): Promise<void> {
  const found = await findAnnouncement(ctx.db, announcementId);
  if (!found?.sentAt) return;
  const { accountIds } = await announcementReach(ctx, found);
  await notify(
    ctx,
    {
      kind: "announcements",
      key: found.id,
      to: { accountIds },
      content: {
        template: "announcement",
        variables: {
          subject: found.subject,
          body: found.body,
          by: found.createdByName,
          link: `${env().appUrl}${href("/dashboard")}`,
        },
      },
    },
    new Date(found.sentAt),
  );
}
