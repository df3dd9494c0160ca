import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { seasonWords } from "#app/domain/club/seasons/labels.ts";
import {
  findSeasonMail,
  listSeasonMails,
  recipientsOf,
  SEASON_MAILS_A_DAY,
} from "#app/domain/club/seasons/season-mails.server.ts";
import { readSeasonReport } from "#app/domain/club/seasons/season-report.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { sendSeason } from "#app/journeys/seasons/send-season.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openOverSeason } from "./open-season.server.ts";

export const meta = () => title("Send to the Board");

/** Previews the email with a season and its recipients, with the button that sends it. */
const form = clubForm({
  may: "seasons.manage",
  find: async (ctx, params) => {
    const season = await openOverSeason(ctx, params);
    const mail = season && (await findSeasonMail(ctx.db, params.seasonMailId ?? ""));
    return mail?.seasonId === season?.id && season && mail ? { season, mail } : null;
  },
  change: ({ ctx, found }) => sendSeason(ctx, found.mail.id, now()),
  problems: ({ problem }, { found: { season, mail } }) => [
    href("/seasons/:seasonId/board/:seasonMailId", { seasonId: season.id, seasonMailId: mail.id }),
    problem === "nobody"
      ? "Everybody on this list got this season before, so nothing was sent."
      : `Your club has sent seasons to ${SEASON_MAILS_A_DAY} addresses in the last 24 hours, which is the limit. Please try again tomorrow.`,
    "bad",
  ],
  saved: ({ recipients }, { found: { season } }) => [
    href("/seasons/:seasonId", { seasonId: season.id }),
    `${season.name} is on its way to ${pluralize(recipients, "address", "addresses")}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: { season, mail } }) => {
  const { timezone } = ctx.club;
  const [mails, report] = await Promise.all([
    listSeasonMails(ctx.db, season.id),
    readSeasonReport(ctx.db, season, { timezone, at: now() }),
  ]);
  const { to, had } = recipientsOf(mail, mails);
  const { results, improved, improvedNote, incidents, parents, thanks, raters } = seasonWords(report);
  return {
    ...{ seasonId: season.id, name: season.name, mailId: mail.id, by: mail.createdByName },
    sent: mail.sentAt ? formatMoment(mail.sentAt, timezone) : null,
    to: mail.sentAt ? mail.addresses : to,
    had: mail.again || mail.sentAt ? [] : had,
    own: mail.words === "" ? [] : [...mail.words.split(/\n{2,}/), `${mail.createdByName}, ${ctx.club.name}`],
    paragraphs: [
      results,
      ...(improved.length > 0
        ? improved.map(({ name, text }) => `Improved: ${name}, ${text}.`)
        : [improvedNote]),
      incidents,
      parents,
      ...(thanks === "" ? [] : [`${thanks} ${raters.map(({ text }) => text).join("; ")}.`]),
    ],
  };
});

export default function BoardPreview() {
  const { seasonId, name, mailId, by, sent, to, had, own, paragraphs } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId });
  return (
    <ClubPage
      title={sent ? `${name}, sent to the board` : "Preview"}
      lead={
        sent
          ? `Sent on ${sent} to ${pluralize(to.length, "address", "addresses")}.`
          : `Nothing is sent yet. ${pluralize(to.length, "address gets", "addresses get")} this email.`
      }
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: name, href: page },
        { label: "Send to the Board", href: href("/seasons/:seasonId/board", { seasonId }) },
      ]}
    >
      <Facts
        facts={[
          ["Subject", `${name} on the sidelines`],
          ["To", to.length > 0 ? to.join(", ") : "Nobody"],
          ...(had.length > 0 ? ([["Left out, got it before", had.join(", ")]] as const) : []),
          ["From", by],
          ["Attached", "The PDF of the season"],
        ]}
      />
      <div className="card typed">
        {[...own, ...paragraphs].map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered once
          <p key={index}>{text}</p>
        ))}
      </div>
      {sent ? null : (
        <ButtonForm>
          <Buttons>
            {to.length > 0 ? (
              <SubmitButton>Send to {pluralize(to.length, "Address", "Addresses")}</SubmitButton>
            ) : null}
            <ButtonLink href={href("/seasons/:seasonId/board", { seasonId, change: mailId })} look="quiet">
              Change it
            </ButtonLink>
          </Buttons>
        </ButtonForm>
      )}
    </ClubPage>
  );
}
