import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
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
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { AnnouncementForm } from "./announcement-form.tsx";
import { AnnouncementList } from "./announcement-list.tsx";

export const meta = () => title("Club Announcements");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const changes = new URL(args.request.url).searchParams.get("change");
  const [teams, announcements, filled] = await Promise.all([
    teamChoices(ctx.db),
    listAnnouncements(ctx.db),
    changes ? findAnnouncement(ctx.db, changes) : undefined,
  ]);
  const names = new Map(teams.map(({ teamId, teamName }) => [teamId, teamName]));
  return json({
    teams,
    filled: filled ?? null,
    announcements: announcements.map(({ body: _, ...announcement }) => ({
      ...announcement,
      to: audienceLabel(announcement, names),
      when: formatMoment(announcement.sentAt ?? announcement.createdAt, ctx.club.timezone),
    })),
  });
}

/** Stores a preview, which its own page sends. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const reading = await readForm(args.request, announcementSchema, { most: MAX_TEAMS });
  if (!reading.ok) return reading.answer;
  const fields = reading.value;
  const known = new Set((await teamChoices(ctx.db)).map(({ teamId }) => teamId));
  const teamIds = fields.teamIds.filter((id) => known.has(id));
  if (fields.audience === "teams" && teamIds.length === 0) {
    return reading.refuse({ teamIds: "Tick at least one team" });
  }
  const announcementId = await changeClub(ctx, (tx) =>
    previewAnnouncement(tx, { ...fields, teamIds }, { by: ctx.user.name, at: now() }),
  );
  return redirect(href("/club/announcements/:announcementId", { announcementId }), 303);
}

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
