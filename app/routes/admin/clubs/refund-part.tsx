import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { centsIn, staffRefundSchema } from "#app/domain/control/billing/forms.server.ts";
import { AMOUNT_MAX, MONEY_NOTE_MAX } from "#app/domain/control/billing/labels.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { paymentsOfClub } from "#app/domain/control/billing/years.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { readMoneyIfReachable } from "#app/journeys/billing/ledger.server.ts";
import { refundPart } from "#app/journeys/billing/staff-refund.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { paymentName, whereMoneyIs } from "./year-payments.ts";

export const meta = () => title("Refund a Payment");

/** Refunds any part of a payment (product/billing.md#refunds-by-staff). */
const form = staffForm({
  may: "manage_clubs",
  schema: staffRefundSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { control, admin }, found: club, value: { payment, amount, note } }) => {
    const [paymentIntentId = "", left = "0"] = payment.split(" ");
    const refund = { paymentIntentId, cents: centsIn(amount), shownLeftCents: Number(left), note };
    return refundPart(control, club, { ...refund, adminId: admin.id });
  },
  problems: ({ problem, leftCents }, { found: { code: clubCode } }) =>
    problem === "too-much"
      ? { amount: `At most ${formatPrice(leftCents)} of this payment can go back` }
      : [
          href("/admin/clubs/:clubCode/refund", { clubCode }),
          "Another sum can go back by now. Look at it and decide again. Nothing was refunded.",
          "bad",
        ],
  saved: ({ state, cents }, { found: { code: clubCode } }) => [
    href("/admin/clubs/:clubCode/money", { clubCode }),
    OUTCOMES[state].replace("{price}", formatPrice(cents)),
    state === "refused" ? "bad" : "good",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found: club }) => {
  const known = await paymentsOfClub(control, club.code);
  await readMoneyIfReachable(
    control,
    known.filter(({ status }) => status === "paid").map(({ paymentIntentId }) => paymentIntentId),
  );
  const payments = await paymentsOfClub(control, club.code);
  const day = (moment: string) => formatDateInFull(new Date(moment), "UTC");
  return {
    clubCode: club.code,
    name: club.name,
    choices: payments
      .filter(({ leftCents, status }) => leftCents > 0 && status === "paid")
      .map((one) => ({
        value: `${one.paymentIntentId} ${one.leftCents}`,
        label: paymentName(one, day),
        hint: `${formatPrice(one.leftCents)} left`,
      })),
    others: payments
      .filter(({ leftCents, status }) => leftCents === 0 || status !== "paid")
      .map((one) => `${paymentName(one, day)}: ${whereMoneyIs(one)}`),
  };
});

const OUTCOMES = {
  sent: "{price} goes back. The club reads it by email.",
  due: "{price} is ordered, and goes back as soon as Stripe answers.",
  refused: "Stripe refused to refund {price}. It stands on the billing page.",
  settled: "{price} was refunded another way.",
  dropped: "Nothing is owed any more, so there is nothing to refund.",
} as const;

export default function RefundPart() {
  const { clubCode, name, choices, others } = useLoaderData<typeof loader>();
  const back = href("/admin/clubs/:clubCode/money", { clubCode });
  return (
    <AdminPage title="Refund a Payment" lead={<a href={back}>{name}</a>} width="text">
      {choices.length === 0 ? (
        <p>There is nothing left to refund.</p>
      ) : (
        <PostForm>
          <RadioField
            name="payment"
            label="Payment"
            choices={choices}
            value={choices.length === 1 ? choices[0]?.value : undefined}
            required
          />
          <TextField name="amount" label="Amount in dollars" width="short" maxLength={AMOUNT_MAX} required />
          <TextArea
            name="note"
            label="Why does the money go back?"
            hint="The club reads this by email and in its activity"
            maxLength={MONEY_NOTE_MAX}
            required
          />
          <p>
            The year goes on. To end it too,{" "}
            <a href={href("/admin/clubs/:clubCode/year", { clubCode })}>end the year</a>.
          </p>
          <FormButtons submit="Refund" look="danger" back={back} />
        </PostForm>
      )}
      {others.length > 0 ? (
        <ul className="muted">
          {others.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : null}
    </AdminPage>
  );
}
