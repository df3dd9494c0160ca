import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { describeLeaving, keepClub } from "#app/domain/control/leaving/cancel-club.server.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Download or Leave");

/** Explains what leaving means, and from when (product/privacy.md#leaving). */
const form = clubForm({
  may: "club.manage",
  schema: noFieldsSchema,
  change: ({ ctx }) => keepClub(ctx),
  saved: () => [href("/club/leave"), "The club stays. Nothing will be erased."],
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => describeLeaving(ctx));

export default function Leave() {
  return <LeavePage leaving={useLoaderData<typeof loader>()} />;
}

type Leaving = Awaited<ReturnType<typeof describeLeaving>>;

/** Offers the download of everything, leaving, and taking that back. */
function LeavePage({ leaving }: { leaving: Leaving }) {
  const { cancelled, ends, erased } = leaving;
  return (
    <ClubPage
      title="Download or Leave"
      lead="Your club's data is yours: take all of it with you, at any time."
      crumbs={[{ label: "Club Settings", href: href("/club/settings") }, { label: "Download or Leave" }]}
    >
      {cancelled ? (
        <Notice tone="minor" title={`Cancelled on ${cancelled}`}>
          <p>{`Everything of the club is erased on ${erased}. Until then you can take this back.`}</p>
          <ButtonForm>
            <SubmitButton>Keep the Club</SubmitButton>
          </ButtonForm>
        </Notice>
      ) : null}
      <section>
        <h2>Download everything</h2>
        <p>
          One .zip with the club's whole database, a spreadsheet file for teams, games, ratings, staff,
          parents, agreements, incidents and the rest, the evidence of signatures, your payments and the
          documents of the verification. It has names and addresses of people, so keep it safe.
        </p>
        <ButtonForm action={href("/club/leave/download")}>
          <SubmitButton>Download Everything</SubmitButton>
        </ButtonForm>
      </section>
      {cancelled ? null : (
        <section>
          <h2>Leave</h2>
          <ul>
            <li>{`Your paid year ${leaving.over ? "ended" : "can be used until its end"} on ${ends}. Nothing renews or is charged by itself.`}</li>
            <li>{`If you cancel, everything of the club is erased on ${erased}: ${KEEP.cancelledClubDays} days after the end of the year, and ${KEEP.cancellationGraceDays} days after you cancel.`}</li>
            <li>Until then any administrator can take it back here, and a renewal takes it back too.</li>
            <li>{`Only payments stay: the law asks us to keep them for ${KEEP.moneyYears} years.`}</li>
          </ul>
          <Buttons>
            <ButtonLink href={href("/club/leave/cancel")} look="quiet">
              Cancel the Club
            </ButtonLink>
          </Buttons>
        </section>
      )}
    </ClubPage>
  );
}
