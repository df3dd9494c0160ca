import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { findAnnouncement } from "#app/domain/club/announcements/announcements.server.ts";
import { type Announcement, staffOfAudience } from "#app/domain/club/announcements/announcements.ts";
import { teamRoles } from "#app/domain/club/staff/team-staff.server.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

/** Mails an announcement to its recipients. */
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

/** Counts the people whom an announcement reaches, and those it names who get no such mail. */
export async function announcementReach(
  { control, db, club }: ClubFileContext,
  announcement: Pick<Announcement, "audience" | "teamIds">,
): Promise<{ accountIds: string[]; off: number }> {
  const people = await mailedPeople(control, club.code, {
    administrators: announcement.audience === "everybody",
    accountIds: staffOfAudience(announcement, await teamRoles(db, {})),
  });
  const reached = people.filter(({ preferences, dead }) => !dead && wants(preferences, "announcements"));
  return { accountIds: reached.map(({ accountId }) => accountId), off: people.length - reached.length };
}
