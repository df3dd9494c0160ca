import { staffPlaces } from "#app/domain/club/announcements/announcements.server.ts";
import { type Announcement, staffOfAudience } from "#app/domain/club/announcements/announcements.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

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
