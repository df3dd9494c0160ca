import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findAnnouncement } from "#app/domain/club/announcements/announcements.server.ts";
import { announcementLimitLabel, audienceLabel } from "#app/domain/club/announcements/labels.ts";
import { teamChoices } from "#app/domain/club/ratings/rating-list.server.ts";
import { linkParts } from "#app/domain/values/link-parts.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { announce } from "#app/journeys/announcements/announce.server.ts";
import { announcementReach } from "#app/journeys/club-events/announcement.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Announcement");

const form = clubForm({
  may: "club.manage",
  find: (ctx, { announcementId = "" }) => findAnnouncement(ctx.db, announcementId),
  change: ({ ctx, found }) => announce(ctx, found.id, now()),
  problems: ({ problem }, { found }) => [
    href("/club/announcements/:announcementId", { announcementId: found.id }),
    problem === "nobody" ? "Nobody gets this announcement, so it was not sent." : announcementLimitLabel,
    "bad",
  ],
  saved: ({ recipients }) => [
    href("/club/announcements"),
    `Announcement sent to ${pluralize(recipients, "person", "people")}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  const [teams, reach] = await Promise.all([
    teamChoices(ctx.db),
    found.sentAt ? null : announcementReach(ctx, found),
  ]);
  const names = new Map(teams.map(({ teamId, teamName }) => [teamId, teamName]));
  return {
    id: found.id,
    subject: found.subject,
    paragraphs: found.body.split(/\n{2,}/).map(linkParts),
    to: audienceLabel(found, names),
    by: found.createdByName,
    sent: found.sentAt ? formatMoment(found.sentAt, ctx.club.timezone) : null,
    recipients: reach ? reach.accountIds.length : found.recipients,
    off: reach?.off ?? 0,
  };
});

export default function AnnouncementPage() {
  const { id, subject, paragraphs, to, by, sent, recipients, off } = useLoaderData<typeof loader>();
  const people = pluralize(recipients, "person", "people");
  return (
    <ClubPage
      title={sent ? subject : "Preview"}
      lead={sent ? `Sent on ${sent} to ${people}.` : `Nothing is sent yet. ${people} will get this email.`}
      crumbs={[{ label: "Club Announcements", href: href("/club/announcements") }]}
    >
      <Facts
        facts={[
          ["Subject", subject],
          ["To", to],
          ["From", by],
          ...(off > 0 ? ([["Left out", leftOutLabel(off)]] as const) : []),
        ]}
      />
      <div className="card typed">
        {paragraphs.map((parts, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered once
          <p key={index}>
            {parts.map(({ text, href: link }, part) =>
              link === undefined ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered once
                <a key={part} href={link} rel="noopener noreferrer">
                  {text}
                </a>
              ),
            )}
          </p>
        ))}
      </div>
      {sent ? null : (
        <ButtonForm>
          <Buttons>
            {recipients > 0 ? <SubmitButton>Send to {people}</SubmitButton> : null}
            <ButtonLink href={href("/club/announcements", { change: id })} look="quiet">
              Change it
            </ButtonLink>
          </Buttons>
        </ButtonForm>
      )}
    </ClubPage>
  );
}

const leftOutLabel = (off: number) =>
  `${pluralize(off, "person", "people")} with Club Announcements or all email off, or whose address takes no email`;
