import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { findAnnouncement } from "#app/domain/club/announcements/announcements.server.ts";
import { announcementReach } from "#app/journeys/announcements/announcement-reach.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

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
