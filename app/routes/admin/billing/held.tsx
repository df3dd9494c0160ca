import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { heldSchema } from "#app/domain/control/billing/forms.server.ts";
import { findHeldPayment, payerOfHeld } from "#app/domain/control/billing/held-payments.server.ts";
import { formatMoney, formatPrice } from "#app/domain/control/billing/plans.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { decideHeld } from "#app/journeys/billing/decide-held.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Held Payment");

/** Loads a payment of another amount than the price, with the possible decisions (product/billing.md#held-payments). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, held } = await requireHeld(args);
  const payer = held.payment_intent_id ? await payerOfHeld(control, held.payment_intent_id) : null;
  return {
    club: payer?.clubName ?? "A new club",
    facts: [
      ["Contact", payer ? `${payer.contactName}, ${payer.email}` : "Not known"],
      ["Price of the package", formatPrice(held.asked_cents)],
      ["Paid", formatMoney(held.paid_cents, held.currency)],
      ["Since", formatMoment(held.held_at, "UTC")],
    ] as [string, string][],
    dollars: held.currency === "usd",
    decision: held.decision,
    decidedAt: held.decided_at && formatMoment(held.decided_at, "UTC"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { platform, admin, held } = await requireHeld(args);
  const reading = await readForm(args.request, heldSchema);
  if (!reading.ok) return reading.answer;
  const { decision } = reading.value;
  if (decision === "accepted" && held.currency !== "usd")
    throw new Response("Only dollars can be accepted", { status: 400, statusText: "Bad Request" });
  const decided = await decideHeld(platform, held, { decision, adminId: admin.id });
  const message = !decided
    ? "Somebody else decided about this payment before."
    : decision === "accepted"
      ? "Accepted: the club is opened."
      : "The payment goes back to the payer.";
  return redirectWith(href("/admin/billing"), message, decided ? "good" : "bad");
}

async function requireHeld(args: LoaderFunctionArgs) {
  const ctx = await requireAdmin(args, "manage_clubs");
  const held = await findHeldPayment(ctx.control, args.params.sessionId ?? "");
  if (!held) throw notFound();
  return { ...ctx, held };
}

export default function Held() {
  const { club, facts, dollars, decision, decidedAt } = useLoaderData<typeof loader>();
  return (
    <AdminPage title={club} lead={<a href={href("/admin/billing")}>All of billing</a>} width="text">
      <Facts facts={facts} />
      {decision ? (
        <p>
          {decision === "accepted" ? "Accepted" : "Refunded"} on {decidedAt}.
        </p>
      ) : (
        <PostForm>
          <RadioField
            name="decision"
            label="What happens to the payment?"
            choices={[
              ...(dollars
                ? [{ value: "accepted", label: "Accept it, and open the club for what was paid" }]
                : []),
              { value: "refunded", label: "Refund it, and open no club" },
            ]}
            required
          />
          <Buttons>
            <SubmitButton>Decide</SubmitButton>
            <ButtonLink href={href("/admin/billing")} look="quiet">
              Cancel
            </ButtonLink>
          </Buttons>
        </PostForm>
      )}
    </AdminPage>
  );
}
