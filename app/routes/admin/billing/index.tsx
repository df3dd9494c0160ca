import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { waitingHeldPayments } from "#app/domain/control/billing/held-payments.server.ts";
import { refundReasonLabels } from "#app/domain/control/billing/labels.ts";
import { formatMoney, formatPrice } from "#app/domain/control/billing/plans.ts";
import { recentDisputes, unsettledMoney } from "#app/domain/control/billing/staff-billing.server.ts";
import { latestChecks } from "#app/domain/control/billing/stripe-checks.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { title } from "#app/ui/title.ts";
import { StaffBillingPage } from "./staff-billing-page.tsx";

export const meta = () => title("Billing");

/** What of the platform's money needs a person: held payments, refused refunds, invoices, disputes (product.md#billing). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const [held, unsettled, disputes, [check]] = await Promise.all([
    waitingHeldPayments(control),
    unsettledMoney(control),
    recentDisputes(control),
    latestChecks(control, 1),
  ]);
  const moment = (at: string) => formatMoment(at, "UTC");
  const at = now().toISOString();
  return json({
    held: held.map((one) => ({
      sessionId: one.session_id,
      club: one.clubName,
      email: one.email,
      asked: formatPrice(one.asked_cents),
      paid: formatMoney(one.paid_cents, one.currency),
      since: moment(one.held_at),
    })),
    refused: unsettled
      .filter(({ what }) => what === "refund")
      .map((one) => ({
        id: one.id,
        clubCode: one.clubCode,
        club: one.clubName ?? "No club",
        amount: formatPrice(one.cents),
        why: one.why ? refundReasonLabels[one.why] : "",
        payment: one.reference,
      })),
    invoices: unsettled
      .filter(({ what }) => what === "invoice")
      .map((one) => ({
        id: one.id,
        clubCode: one.clubCode,
        club: one.clubName ?? "No club",
        number: one.reference,
        amount: formatPrice(one.cents),
        due: moment(one.at),
        overdue: one.at <= at,
      })),
    disputes: disputes.map((one) => ({
      id: one.id,
      clubCode: one.club_code,
      club: one.clubName ?? "No club",
      amount: formatPrice(one.amount_cents),
      reason: one.reason.replaceAll("_", " "),
      status: one.status.replaceAll("_", " "),
      answerBy: one.answer_by && one.status === "needs_response" ? moment(one.answer_by) : "No answer needed",
    })),
    check: check
      ? {
          at: moment(check.checked_at),
          movements: check.movements,
          stripe: formatPrice(check.stripe_cents),
          ledger: formatPrice(check.ledger_cents),
          differences: JSON.parse(check.differences) as string[],
        }
      : null,
  });
}

export type StaffBilling = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Index() {
  return <StaffBillingPage billing={useLoaderData<typeof loader>()} />;
}
