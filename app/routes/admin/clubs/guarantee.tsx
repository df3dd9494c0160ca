import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { guaranteeSchema } from "#app/domain/control/billing/forms.server.ts";
import type { AcceptedGuarantee } from "#app/domain/control/billing/guarantees.server.ts";
import { MONEY_NOTE_MAX } from "#app/domain/control/billing/labels.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { contestedOf } from "#app/domain/control/billing/years.server.ts";
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
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { paymentName, whereMoneyIs } from "./year-payments.ts";

export const meta = () => title("14-Day Guarantee");

/**
 * Shows how much of its year a club used, before staff refund it under the guarantee (product/billing.md#guarantee).
 */
const form = staffForm({
  may: "manage_clubs",
  schema: guaranteeSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { control, admin }, found: club, value: { note, cents, contested } }) =>
    refundUnderGuarantee(control, club, {
      adminId: admin.id,
      note,
      shownCents: cents,
      shownContestedCents: contested,
    }),
  // Reload the page, which may have no form now.
  problems: ({ problem }, { found: club }) => [
    href("/admin/clubs/:clubCode/guarantee", { clubCode: club.code }),
    PROBLEMS[problem],
    "bad",
  ],
  saved: (outcome, { found: club }) => [
    href("/admin/clubs/:clubCode", { clubCode: club.code }),
    sentenceOf(outcome),
    outcome.state !== "waiting" && outcome.refusedCents === 0 ? "good" : "bad",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform }, found: club }) => {
  const { usage, year, payments, cents, contestedCents, runs, accepted } = await guaranteeCase(
    platform,
    club,
  );
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    clubCode: club.code,
    name: club.name,
    runs,
    cents,
    contestedCents,
    price: formatPrice(cents),
    contested: formatPrice(contestedCents),
    payments: payments.map((one) => `${paymentName(one, day)}: ${whereMoneyIs(one)}`),
    accepted: accepted.map((one) => acceptedStory(one, day)),
    asked: Boolean(year?.guarantee_at),
    year: year && {
      from: day(year.starts_at),
      to: day(year.ends_at),
      paid: day(year.paidAt),
      until: formatMoment(year.until, club.timezone),
      toCome: Date.parse(year.starts_at) > now().getTime(),
    },
    usage: [
      ["Ratings", count(usage.ratings)],
      ["Imports", count(usage.imports)],
      ["Agreements sent", count(usage.agreementsSent)],
      ["Agreements signed", count(usage.agreementsSigned)],
    ] as [string, string][],
  };
});

/** Tells the outcome of a year whose money was asked for. */
function acceptedStory({ year, payments }: AcceptedGuarantee, day: (moment: string) => string) {
  const contested = contestedOf(payments);
  return {
    id: year.id,
    title: `Accepted on ${day(year.guarantee_at)}: the year from ${day(year.starts_at)}`,
    note: year.guarantee_note ?? "",
    payments: payments.map((one) => `${paymentName(one, day)}: ${whereMoneyIs(one)}`),
    next:
      contested > 0
        ? `${formatPrice(contested)} follows without another request if the bank decides for us. If it does not, nothing more is owed.`
        : year.refunded_at
          ? "Nothing more is owed."
          : "The year ends when Stripe accepts the refund.",
  };
}

const PROBLEMS = {
  over: "The 14 days are over. Nothing was refunded.",
  "nothing-left": "There is nothing left to refund now. Nothing was changed.",
  changed: "Another sum can go back by now. Look at it and decide again. Nothing was refunded.",
  refused:
    "Stripe refused: nothing was refunded, and the club’s year goes on. The refund stands on the billing page, and the club reads by email that it takes longer.",
} as const;

function sentenceOf(outcome: Extract<GuaranteeOutcome, { ok: true }>): string {
  const { state, cents, refusedCents, contestedCents } = outcome;
  const follows =
    contestedCents > 0 ? ` ${formatPrice(contestedCents)} follows if the bank decides for us.` : "";
  const refused =
    refusedCents > 0
      ? ` Stripe refused ${formatPrice(refusedCents)} of it, which stands on the billing page.`
      : "";
  const now = {
    sent: `${formatPrice(cents)} goes back: the year has been taken back.`,
    waiting: `${formatPrice(cents)} is ordered. Stripe has not answered yet; the year ends when it accepts the refund.`,
    asked: "The guarantee is accepted, and stays so however long the bank takes.",
  };
  return `${now[state]}${refused}${follows}`;
}

type GuaranteeData = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Guarantee() {
  const page = useLoaderData<typeof loader>();
  const { clubCode, name, year, usage, accepted, payments } = page;
  return (
    <AdminPage
      title="14-Day Guarantee"
      lead={<a href={href("/admin/clubs/:clubCode", { clubCode })}>{name}</a>}
      width="text"
    >
      {accepted.map((one) => (
        <Notice key={one.id} title={one.title}>
          {one.note ? <p>{one.note}</p> : null}
          <ul>
            {one.payments.map((payment) => (
              <li key={payment}>{payment}</li>
            ))}
          </ul>
          <p>{one.next}</p>
        </Notice>
      ))}
      {year ? (
        <Facts
          facts={[
            [year.toCome ? "The next year" : "The year", `${year.from} to ${year.to}`],
            ["Paid", year.paid],
            ["Guarantee until", year.until],
          ]}
        />
      ) : null}
      {year && payments.length > 0 && !page.asked ? (
        <ul>
          {payments.map((payment) => (
            <li key={payment}>{payment}</li>
          ))}
        </ul>
      ) : null}
      {year ? (
        <Card title={`What the club has used since ${year.paid}`}>
          <Facts facts={usage} />
          <p className="muted">
            The guarantee holds where core components were not substantially used. You decide; the figures
            help.
          </p>
        </Card>
      ) : null}
      <Offer {...page} />
    </AdminPage>
  );
}

/** Shows the refundable amount with its form, or the reason why there is none. */
function Offer({ clubCode, year, runs, asked, ...page }: GuaranteeData) {
  const { cents, contestedCents, price, contested } = page;
  if (!year)
    return (
      <p>
        {page.accepted.length > 0
          ? "No other paid year runs or is to come."
          : "No paid year runs or is to come."}
      </p>
    );
  if (!runs && !asked)
    return (
      <p>
        The 14 days ended on {year.until}. Any part of a payment can still be{" "}
        <a href={href("/admin/clubs/:clubCode/refund", { clubCode })}>refunded</a>.
      </p>
    );
  if (!runs || (cents === 0 && (contestedCents === 0 || asked)))
    return asked ? null : <p>There is nothing left to refund. The list above says where the money is.</p>;
  return (
    <PostForm>
      <Hidden name="cents" value={String(cents)} />
      <Hidden name="contested" value={String(contestedCents)} />
      {cents > 0 ? (
        <p>
          {price} goes back to where it came from: all that is left of what was paid for this year. An unpaid
          invoice of the year is withdrawn.{" "}
          {year.toCome
            ? "The year that runs stays as it is."
            : "The year ends when Stripe accepts the refund: the club can read everything for 30 days, and pay again at any time."}
        </p>
      ) : null}
      {contestedCents > 0 ? (
        <p>
          {contested} is contested at the bank. {cents > 0 ? "It" : "The request is kept, and the money"}{" "}
          follows without another request if the bank decides for us. If it does not, the club has the money
          and nothing more is owed.
        </p>
      ) : null}
      <TextArea
        name="note"
        label="Why does the club get its money back?"
        maxLength={MONEY_NOTE_MAX}
        required
      />
      <FormButtons
        submit={cents > 0 ? `Refund ${price}` : "Accept the Guarantee"}
        look="danger"
        back={href("/admin/clubs/:clubCode", { clubCode })}
      />
    </PostForm>
  );
}
