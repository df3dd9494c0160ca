import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { announcementSchema, MAX_TEAMS } from "#app/domain/club/announcements/announcement-form.server.ts";
import {
  findAnnouncement,
  listAnnouncements,
  previewAnnouncement,
} from "#app/domain/club/announcements/announcements.server.ts";
import { audienceLabel } from "#app/domain/club/announcements/labels.ts";
import { teamChoices } from "#app/domain/club/ratings/rating-list.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { AnnouncementForm } from "./announcement-form.tsx";
import { AnnouncementList } from "./announcement-list.tsx";

export const meta = () => title("Club Announcements");

const form = clubForm({
  may: "club.manage",
  schema: [announcementSchema, { most: MAX_TEAMS }],
  change: async ({ ctx, value }) => {
    const known = new Set((await teamChoices(ctx.db)).map(({ teamId }) => teamId));
    const teamIds = value.teamIds.filter((id) => known.has(id));
    if (value.audience === "teams" && teamIds.length === 0) return { ok: false, problem: "no-team" } as const;
    const by = { by: ctx.user.name, at: now() };
    const id = await changeClub(ctx, (tx) => previewAnnouncement(tx, { ...value, teamIds }, by));
    return { ok: true, id } as const;
  },
  problems: { "no-team": { teamIds: "Tick at least one team" } },
  saved: ({ id }) => href("/club/announcements/:announcementId", { announcementId: id }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, request }) => {
  const changes = new URL(request.url).searchParams.get("change");
  const [teams, announcements, filled] = await Promise.all([
    teamChoices(ctx.db),
    listAnnouncements(ctx.db),
    changes ? findAnnouncement(ctx.db, changes) : undefined,
  ]);
  const names = new Map(teams.map(({ teamId, teamName }) => [teamId, teamName]));
  return {
    teams,
    filled: filled ?? null,
    announcements: announcements.map(({ body: _, ...announcement }) => ({
      ...announcement,
      to: audienceLabel(announcement, names),
      when: formatMoment(announcement.sentAt ?? announcement.createdAt, ctx.club.timezone),
    })),
  };
});

export default function Announcements() {
  const { teams, filled, announcements } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Club Announcements"
      lead="Write to the club's managers, coaches and administrators. You see a preview before anything is sent."
    >
      <AnnouncementForm teams={teams} filled={filled} />
      <AnnouncementList announcements={announcements} />
    </ClubPage>
  );
}
