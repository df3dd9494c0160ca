import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  announcementSchema,
  findAnnouncement,
  listAnnouncements,
  MAX_TEAMS,
  previewAnnouncement,
} from "#app/domain/club/announcements/announcements.server.ts";
import { type AnnouncementFields, audiences } from "#app/domain/club/announcements/announcements.ts";
import { announcementFields } from "#app/domain/club/announcements/fields.ts";
import { audienceLabel, audienceLabels } from "#app/domain/club/announcements/labels.ts";
import { teamChoices } from "#app/domain/club/ratings/rating-list.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxGroup, RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { madeOf: [] };

export const meta = () => title("Announcements");

const inputs = inputsOf(announcementFields);
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
  problems: { "no-team": { teamIds: "Choose at least one team" } },
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

function AnnouncementForm(props: {
  teams: readonly { teamId: string; teamName: string }[];
  /** Announcement that is being edited, before it is sent. */
  filled: AnnouncementFields | null;
}) {
  const { teams, filled } = props;
  return (
    <PostForm>
      <TextField {...inputs.subject} value={filled?.subject} />
      <TextArea
        {...inputs.body}
        hint="Plain text. Addresses that begin with https:// become links; an empty line begins a new paragraph."
        value={filled?.body}
        rows={8}
      />
      <RadioField
        name="audience"
        label="Who gets it"
        value={filled?.audience ?? "everybody"}
        choices={audiences.map((value) => ({ value, label: audienceLabels[value] }))}
        required
      />
      {teams.length > 0 ? (
        <CheckboxGroup
          name="teamIds"
          label="Chosen teams"
          needed="only for chosen teams"
          values={filled?.teamIds ?? []}
          choices={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
        />
      ) : null}
      <Buttons>
        <SubmitButton>Preview</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

interface Listed {
  id: string;
  subject: string;
  to: string;
  when: string;
  createdByName: string;
  recipients: number;
  sentAt: string | null;
}

/** Lists sent announcements with their number of recipients, and unsent previews. */
function AnnouncementList({ announcements }: { announcements: readonly Listed[] }) {
  return (
    <section>
      <h2>Sent</h2>
      {announcements.length === 0 ? (
        <p>No announcement was sent yet.</p>
      ) : (
        <RowTable
          caption="Announcements"
          columns={[
            { name: "Subject", place: "name" },
            { name: "Sent to", place: "state" },
            { name: "When", place: "line" },
            { name: "To", place: "more" },
            { name: "By", place: "more" },
          ]}
          rows={announcements.map((item) => ({
            key: item.id,
            href: href("/club/announcements/:announcementId", { announcementId: item.id }),
            cells: [
              item.subject,
              <Status key="state" kind={item.sentAt ? "plain" : "act"}>
                {item.sentAt ? pluralize(item.recipients, "person", "people") : "Not sent"}
              </Status>,
              item.when,
              item.to,
              item.createdByName,
            ],
          }))}
        />
      )}
    </section>
  );
}
