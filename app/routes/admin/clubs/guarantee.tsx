import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { guaranteeSchema } from "#app/domain/control/billing/forms.server.ts";
import { MONEY_NOTE_MAX } from "#app/domain/control/billing/labels.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import {
  type GuaranteeOutcome,
  guaranteeCase,
  refundUnderGuarantee,
} from "#app/journeys/billing/guarantee.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("14-Day Guarantee");

/** What a club used of its year, before staff refund it under the guarantee (product.md#guarantee). */
const form = staffForm({
  may: "manage_clubs",
  schema: guaranteeSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { control, admin }, found: club, value: { note, cents } }) =>
    refundUnderGuarantee(control, club, { adminId: admin.id, note, shownCents: cents }),
  // Back to the page as it stands now, which may offer no form any more.
  problems: ({ problem }, { found: club }) => [
    href("/admin/clubs/:clubCode/guarantee", { clubCode: club.code }),
    PROBLEMS[problem],
    "bad",
  ],
  saved: (outcome, { found: club }) => [
    href("/admin/clubs/:clubCode", { clubCode: club.code }),
    sentenceOf(outcome),
    outcome.state === "sent" && outcome.refusedCents === 0 ? "good" : "bad",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform }, found: club }) => {
  const { usage, year, cents, runs } = await guaranteeCase(platform, club);
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    clubCode: club.code,
    name: club.name,
    runs,
    cents,
    price: formatPrice(cents),
    year: year && {
      from: day(year.starts_at),
      to: day(year.ends_at),
      paid: day(year.paidAt),
      until: formatMoment(year.until, club.timezone),
      toCome: Date.parse(year.starts_at) > now().getTime(),
    },
    usage: [
      ["Teams", count(usage.teams)],
      ["Coaches and managers", count(usage.staff)],
      ["Games", count(usage.games)],
      ["Ratings", count(usage.ratings)],
      ["Agreements sent", count(usage.agreementsSent)],
      ["Agreements signed", count(usage.agreementsSigned)],
    ] as [string, string][],
  };
});

const PROBLEMS = {
  over: "The 14 days are over. Nothing was refunded.",
  "nothing-left": "There is nothing left to refund. Nothing was changed.",
  changed: "Another sum can go back by now. Look at it and decide again. Nothing was refunded.",
  refused:
    "Stripe refused: nothing was refunded, and the club’s year goes on. The refund stands on the billing page, and the club reads by email that it takes longer.",
} as const;

function sentenceOf({ state, cents, refusedCents }: Extract<GuaranteeOutcome, { ok: true }>): string {
  const refused =
    refusedCents > 0
      ? ` Stripe refused ${formatPrice(refusedCents)} of it, which stand on the billing page.`
      : "";
  return state === "sent"
    ? `${formatPrice(cents)} go back: the year has been taken back.${refused}`
    : `${formatPrice(cents)} are ordered. Stripe has not answered yet; the year ends when it accepts the refund.${refused}`;
}

export default function Guarantee() {
  const { clubCode, name, runs, cents, price, year, usage } = useLoaderData<typeof loader>();
  const back = href("/admin/clubs/:clubCode", { clubCode });
  return (
    <AdminPage title="14-Day Guarantee" lead={<a href={back}>{name}</a>} width="text">
      <Card title="What the club has used">
        <Facts facts={usage} />
        <p className="muted">
          The guarantee holds where core components were not substantially used. You decide; the figures help.
        </p>
      </Card>
      {year ? (
        <Facts
          facts={[
            [year.toCome ? "The next year" : "The year", `${year.from} to ${year.to}`],
            ["Paid", year.paid],
            ["Guarantee until", year.until],
          ]}
        />
      ) : null}
      {year && runs && cents > 0 ? (
        <PostForm>
          <Hidden name="cents" value={String(cents)} />
          <p>
            {price} goes back to where it came from: all that is left of what was paid for this year. An
            unpaid invoice of the year is withdrawn.{" "}
            {year.toCome
              ? "The year that runs stays as it is."
              : "The year ends when Stripe accepts the refund: the club can read everything for 30 days, and pay again at any time."}
          </p>
          <TextArea
            name="note"
            label="Why does the club get its money back?"
            maxLength={MONEY_NOTE_MAX}
            required
          />
          <FormButtons submit={`Refund ${price}`} look="danger" back={back} />
        </PostForm>
      ) : (
        <p>
          {!year
            ? "No paid year runs or is to come."
            : runs
              ? "There is nothing left to refund."
              : `The 14 days ended on ${year.until}.`}
        </p>
      )}
    </AdminPage>
  );
}
