import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { seasonMailFields } from "#app/domain/club/seasons/fields.ts";
import {
  listSeasonMails,
  MOST_ADDRESSES,
  previewSeasonMail,
  seasonMailSchema,
} from "#app/domain/club/seasons/season-mails.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { CheckboxField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { openOverSeason } from "./open-season.server.ts";

export const meta = () => title("Send to the Board");

const inputs = inputsOf(seasonMailFields);

/** Writes an email with a finished season to the club's board (product/seasons.md#sending-a-season-to-the-board). */
const form = clubForm({
  may: "seasons.manage",
  schema: seasonMailSchema,
  keeps: { addresses: seasonMailFields.addresses.label, words: seasonMailFields.words.label },
  find: openOverSeason,
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => previewSeasonMail(tx, found.id, value, { by: ctx.user.name, at: now() })),
  saved: (seasonMailId, { found }) =>
    href("/seasons/:seasonId/board/:seasonMailId", { seasonId: found.id, seasonMailId }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found, request }) => {
  const changes = new URL(request.url).searchParams.get("change");
  const mails = await listSeasonMails(ctx.db, found.id);
  return {
    id: found.id,
    name: found.name,
    most: MOST_ADDRESSES,
    filled: mails.find(({ id, sentAt }) => id === changes && !sentAt) ?? null,
    anySent: mails.some(({ sentAt }) => sentAt),
    mails: mails.map(({ id, addresses, createdByName, sentAt, createdAt }) => ({
      id,
      by: createdByName,
      to: addresses.join(", "),
      sent: sentAt !== null,
      when: formatMoment(sentAt ?? createdAt, ctx.club.timezone),
    })),
  };
});

export default function SendToTheBoard() {
  const { id, name, most, filled, anySent, mails } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Send to the Board"
      lead={`${name} as an email with the PDF, for people without an account. You see a preview before anything is sent.`}
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: name, href: href("/seasons/:seasonId", { seasonId: id }) },
      ]}
    >
      <PostForm>
        <TextArea
          {...inputs.addresses}
          hint={`One a line, or with commas between them; at most ${most}.`}
          value={filled?.addresses.join("\n")}
          rows={4}
        />
        <TextArea {...inputs.words} hint="Plain text, above the figures." value={filled?.words} rows={5} />
        {anySent ? (
          <CheckboxField name="again" label={seasonMailFields.again.label} checked={filled?.again ?? false} />
        ) : null}
        <FormButtons submit="Preview" back={href("/seasons/:seasonId", { seasonId: id })} />
      </PostForm>
      {mails.length > 0 ? (
        <section>
          <h2>Sent</h2>
          <RowTable
            caption={`Emails of ${name} to the board`}
            columns={[
              { name: "To", place: "name" },
              { name: "State", place: "state" },
              { name: "When", place: "line" },
              { name: "By", place: "more" },
            ]}
            rows={mails.map((mail) => ({
              key: mail.id,
              href: href("/seasons/:seasonId/board/:seasonMailId", { seasonId: id, seasonMailId: mail.id }),
              cells: [
                mail.to,
                <Status key="state" kind={mail.sent ? "plain" : "act"}>
                  {mail.sent ? "Sent" : "Not sent"}
                </Status>,
                mail.when,
                mail.by,
              ],
            }))}
          />
        </section>
      ) : null}
    </ClubPage>
  );
}
