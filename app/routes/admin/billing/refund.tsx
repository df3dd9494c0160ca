import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { refusedRefundSchema } from "#app/domain/control/billing/forms.server.ts";
import { MONEY_NOTE_MAX, refundReasonLabels } from "#app/domain/control/billing/labels.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { findRefundOrder } from "#app/domain/control/billing/refund-orders.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { closeRefund } from "#app/journeys/billing/send-refund.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Refund");

/** A refund that Stripe refused, and how staff finish it (product/billing.md#billing). */
const form = staffForm({
  may: "manage_clubs",
  schema: refusedRefundSchema,
  find: ({ control }, { orderId = "" }) => findRefundOrder(control, orderId),
  change: ({ ctx: { control, admin }, found: order, value }) =>
    closeRefund(control, order, { ...value, adminId: admin.id }),
  problems: { decided: "Somebody else has finished this refund. Nothing was changed." },
  saved: ({ state }) => {
    const refused = state === "refused";
    return [href("/admin/billing"), OUTCOMES[state], refused ? "bad" : "good"];
  },
});
export const action = form.action;
export const loader = form.loader(async ({ found: order }) => ({
  clubCode: order.club_code,
  state: order.state,
  facts: [
    ["Amount", formatPrice(order.amount_cents)],
    ["Why", refundReasonLabels[order.why]],
    ["Payment at Stripe", order.payment_intent_id],
    ["Ordered", formatMoment(order.ordered_at, "UTC")],
    ["Note", order.note || "None"],
    ...(order.settled_at
      ? [["Refunded another way", `${formatMoment(order.settled_at, "UTC")}: ${order.settled_note ?? ""}`]]
      : []),
  ] as [string, string][],
}));

const OUTCOMES = {
  sent: "Stripe took the refund. The club reads it by email.",
  due: "The refund is tried again as soon as Stripe answers.",
  refused: "Stripe refused it again. Nothing was refunded.",
  settled: "Closed as refunded another way. The club reads it by email.",
  dropped: "Nothing is owed any more, so there is nothing to refund.",
} as const;

export default function Refund() {
  const { clubCode, state, facts } = useLoaderData<typeof loader>();
  const back = href("/admin/billing");
  return (
    <AdminPage title="Refund" lead={<a href={back}>All of billing</a>} width="text">
      <Facts facts={facts} />
      {clubCode ? (
        <p>
          <a href={href("/admin/clubs/:clubCode/money", { clubCode })}>All of the club’s money</a>
        </p>
      ) : null}
      {state === "refused" ? (
        <PostForm>
          <RadioField
            name="decision"
            label="What happens to the refund?"
            choices={[
              { value: "retry", label: "Ask Stripe again", hint: "After a dispute was won, for example" },
              {
                value: "by-hand",
                label: "It was refunded another way",
                hint: "The club gets an email with your note. A year under the guarantee ends with it",
              },
            ]}
            required
          />
          <TextArea
            name="note"
            label="Note"
            hint="By check or bank transfer, when, and its number"
            maxLength={MONEY_NOTE_MAX}
            required
          />
          <FormButtons submit="Finish" back={back} />
        </PostForm>
      ) : (
        <p>{OUTCOMES[state]}</p>
      )}
    </AdminPage>
  );
}
