import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { endableYear, endYear, type YearEnd } from "#app/domain/control/billing/end-year.server.ts";
import { yearEndSchema } from "#app/domain/control/billing/forms.server.ts";
import { MONEY_NOTE_MAX } from "#app/domain/control/billing/labels.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { packageOf, priceOf } from "#app/domain/control/billing/years.server.ts";
import { suspendedFrom } from "#app/domain/control/clubs/club-access.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("End the Year");

/** Ends a club's year before its end, for example after a lost dispute (product/billing.md#ending-a-year). */
const form = staffForm({
  may: "manage_clubs",
  schema: yearEndSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { control, admin }, found: club, value }) =>
    endYear(control, club.code, { ...value, adminId: admin.id }),
  problems: (_, { found: { code: clubCode } }) => [
    href("/admin/clubs/:clubCode/year", { clubCode }),
    "The club’s year changed meanwhile. Look at it and decide again. Nothing was changed.",
    "bad",
  ],
  saved: (_, { found: { code: clubCode }, value: { what } }) => [
    href("/admin/clubs/:clubCode/money", { clubCode }),
    SAVED[what],
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found: club }) => {
  const at = now();
  const { year, choices } = await endableYear(control, club, at);
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    clubCode: club.code,
    name: club.name,
    choices,
    readableUntil: day(suspendedFrom(choices.includes("end") ? at.toISOString() : club.term_ends_at)),
    facts: year
      ? ([
          [
            choices.includes("next") ? "The next year" : "The year",
            `${day(year.starts_at)} to ${day(year.ends_at)}`,
          ],
          ["Package", `${planOf(packageOf(year)).name}, ${formatPrice(priceOf(year))}`],
        ] as [string, string][])
      : [["The year", `Ended on ${day(club.term_ends_at)}`] as [string, string]],
  };
});

const SAVED: Record<YearEnd, string> = {
  end: "The year has ended. The club reads it by email.",
  suspend: "The club is paused. It reads it by email.",
  next: "The next year is taken back. The club reads it by email.",
};

export default function EndYear() {
  const { clubCode, name, choices, facts, readableUntil } = useLoaderData<typeof loader>();
  const back = href("/admin/clubs/:clubCode/money", { clubCode });
  const labels: Record<YearEnd, { label: string; hint: string }> = {
    end: { label: "End it now", hint: `Everything can be read until ${readableUntil}, but not changed` },
    suspend: { label: "Pause the club now", hint: "Its pages are closed until it pays again" },
    next: { label: "Take the next year back", hint: "The year that runs stays as it is" },
  };
  return (
    <AdminPage title="End the Year" lead={<a href={back}>{name}</a>} width="text">
      <Facts facts={facts} />
      {choices.length === 0 ? (
        <p>The club is paused. A payment opens it again.</p>
      ) : (
        <PostForm>
          <RadioField
            name="what"
            label="What happens?"
            choices={choices.map((value) => ({ value, ...labels[value] }))}
            value={choices.length === 1 ? choices[0] : undefined}
            required
          />
          <TextArea
            name="note"
            label="Why?"
            hint="The club reads this by email and in its activity"
            maxLength={MONEY_NOTE_MAX}
            required
          />
          <p>
            No money moves: <a href={href("/admin/clubs/:clubCode/refund", { clubCode })}>refund a payment</a>{" "}
            first where the club gets some back. An unpaid invoice of the year is withdrawn, and a payment
            opens the club again.
          </p>
          <FormButtons submit="Save" look="danger" back={back} />
        </PostForm>
      )}
    </AdminPage>
  );
}
