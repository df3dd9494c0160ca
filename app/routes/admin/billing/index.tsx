import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { waitingHeldPayments } from "#app/domain/control/billing/held-payments.server.ts";
import { refundReasonLabels } from "#app/domain/control/billing/labels.ts";
import { latestChecks } from "#app/domain/control/billing/ledger.server.ts";
import { formatMoney, formatPrice } from "#app/domain/control/billing/plans.ts";
import {
  listDisputes,
  STAFF_ROWS,
  type UnsettledMoney,
  unsettledMoney,
} from "#app/domain/control/billing/staff-billing.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment, formatRowMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Billing");

/**
 * Lists the platform's money that needs a person: held payments, refused refunds, invoices, disputes
 * (product/billing.md#billing).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const { searchParams } = new URL(args.request.url);
  const pages = {
    refunds: pageIn(searchParams.get("refunds")),
    invoices: pageIn(searchParams.get("invoices")),
    disputes: pageIn(searchParams.get("disputes")),
  };
  const [held, unsettled, disputes, [check]] = await Promise.all([
    waitingHeldPayments(control),
    unsettledMoney(control, pages),
    listDisputes(control, pages.disputes),
    latestChecks(control, 1),
  ]);
  const of = (wanted: UnsettledMoney["what"]) => unsettled.filter(({ what }) => what === wanted);
  const [refused, invoices] = [of("refund"), of("invoice")];
  const today = now();
  const at = today.toISOString();
  const short = (when: string) => formatRowMoment(when, "UTC", today);
  return {
    held: held.map((one) => ({
      sessionId: one.session_id,
      club: one.clubName,
      email: one.email,
      asked: formatPrice(one.asked_cents),
      paid: formatMoney(one.paid_cents, one.currency),
      since: short(one.held_at),
    })),
    pages,
    more: {
      refunds: refused.length > STAFF_ROWS,
      invoices: invoices.length > STAFF_ROWS,
      disputes: disputes.length > STAFF_ROWS,
    },
    refused: refused.slice(0, STAFF_ROWS).map((one) => ({
      id: one.id,
      clubCode: one.clubCode,
      club: one.clubName ?? "No club",
      amount: formatPrice(one.cents),
      why: one.why ? refundReasonLabels[one.why] : "",
      payment: one.reference,
    })),
    invoices: invoices.slice(0, STAFF_ROWS).map((one) => ({
      id: one.id,
      clubCode: one.clubCode,
      club: one.clubName ?? "No club",
      number: one.reference,
      amount: formatPrice(one.cents),
      due: short(one.at),
      overdue: one.at <= at,
    })),
    disputes: disputes.slice(0, STAFF_ROWS).map((one) => ({
      id: one.id,
      clubCode: one.club_code,
      club: one.clubName ?? "No club",
      amount: formatPrice(one.amount_cents),
      reason: sentence(one.reason),
      kind: disputeKind(one.status),
      status: sentence(one.status),
      answerBy:
        one.answer_by && disputeKind(one.status) === "act"
          ? `answer by ${short(one.answer_by)}`
          : "no answer needed",
    })),
    check: check
      ? {
          at: formatMoment(check.checked_at, "UTC"),
          movements: check.movements,
          stripe: formatPrice(check.stripe_cents),
          ledger: formatPrice(check.ledger_cents),
          differences: JSON.parse(check.differences) as string[],
        }
      : null,
  };
}

/** Converts product_not_received to 'Product not received'. */
const sentence = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll("_", " ");

/** Maps Stripe's status of a dispute to ours. */
function disputeKind(status: string): StatusKind {
  if (status.endsWith("needs_response")) return "act";
  return status === "won" ? "done" : status === "lost" ? "bad" : "plain";
}

/** Parses a page's number, from 1. */
const pageIn = (text: string | null) => (/^[1-9]\d{0,4}$/.test(text ?? "") ? Number(text) : 1);

export type StaffBilling = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Index() {
  return <StaffBillingPage billing={useLoaderData<typeof loader>()} />;
}

function StaffBillingPage({ billing }: { billing: StaffBilling }) {
  const { held, refused, invoices, disputes, pages, check } = billing;
  const nothing = [
    held.length === 0 && "No payment is held.",
    refused.length === 0 && pages.refunds === 1 && "Stripe refused no refund.",
    invoices.length === 0 && pages.invoices === 1 && "No invoice is open.",
    disputes.length === 0 && pages.disputes === 1 && "No payment is contested.",
  ].filter(Boolean);
  return (
    <AdminPage
      title="Billing"
      lead="What of the money needs a person, and whether our books agree with Stripe’s."
    >
      <Section title="Held payments" empty={held.length === 0}>
        <RowTable
          caption="Payments of another amount than the price"
          columns={[
            { name: "Club", place: "name" },
            { name: "Paid", place: "state" },
            { name: "Since", place: "left" },
            { name: "Price", place: "line" },
            { name: "Contact", place: "more" },
          ]}
          rows={held.map((one) => ({
            key: one.sessionId,
            href: href("/admin/billing/held/:sessionId", { sessionId: one.sessionId }),
            cells: [one.club, one.paid, one.since, `price ${one.asked}`, one.email],
          }))}
        />
      </Section>
      <Section title="Refused refunds" empty={refused.length === 0 && pages.refunds === 1}>
        <RowTable
          caption="Refunds that Stripe refused"
          columns={[
            { name: "Club", place: "name" },
            { name: "Amount", place: "state" },
            { name: "Why", place: "line" },
            { name: "Payment", place: "more" },
          ]}
          rows={refused.map((one) => ({
            key: one.id,
            href: href("/admin/billing/refunds/:orderId", { orderId: one.id }),
            cells: [one.club, one.amount, one.why, one.payment],
          }))}
        />
        <Neighbors billing={billing} list="refunds" />
      </Section>
      <Section title="Open invoices" empty={invoices.length === 0 && pages.invoices === 1}>
        <RowTable
          caption="Open invoices, the next due first"
          columns={[
            { name: "Club", place: "name" },
            { name: "Status", place: "state" },
            { name: "Amount", place: "left" },
            { name: "Due", place: "line" },
            { name: "Invoice", place: "more" },
          ]}
          rows={invoices.map((one) => ({
            key: one.id,
            href: href("/admin/billing/invoices/:invoiceId", { invoiceId: one.id }),
            cells: [
              one.club,
              <Status key="status" kind={one.overdue ? "act" : "plain"}>
                {one.overdue ? "Overdue" : "Open"}
              </Status>,
              one.amount,
              `due ${one.due}`,
              one.number,
            ],
          }))}
        />
        <Neighbors billing={billing} list="invoices" />
      </Section>
      <Section id="disputes" title="Disputes" empty={disputes.length === 0 && pages.disputes === 1}>
        <RowTable
          caption="Contested payments, newest first"
          columns={[
            { name: "Club", place: "name" },
            { name: "Status", place: "state" },
            { name: "Amount", place: "left" },
            { name: "At Stripe", place: "line" },
            { name: "The bank’s reason", place: "more" },
          ]}
          rows={disputes.map((one) => ({
            key: one.id,
            href: one.clubCode ? href("/admin/clubs/:clubCode/money", { clubCode: one.clubCode }) : undefined,
            cells: [
              one.club,
              <Status key="status" kind={one.kind}>
                {one.status}
              </Status>,
              one.amount,
              one.answerBy,
              one.reason,
            ],
          }))}
        />
        <Neighbors billing={billing} list="disputes" />
      </Section>
      {nothing.length > 0 ? <p className="muted">{nothing.join(" ")}</p> : null}
      <section id="ledger">
        <h2>Our ledger and Stripe</h2>
        {check ? <Check check={check} /> : <p>Not compared yet. It happens by itself within minutes.</p>}
      </section>
    </AdminPage>
  );
}

/** Renders nothing for an empty list; one sentence below covers all of them. */
function Section(props: { id?: string; title: string; empty: boolean; children: ReactNode }) {
  if (props.empty) return null;
  return (
    <section id={props.id}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Links the neighboring pages of one of the lists; the others stay on their page. */
function Neighbors({ billing, list }: { billing: StaffBilling; list: keyof StaffBilling["pages"] }) {
  const { pages, more } = billing;
  const page = pages[list];
  const at = (number: number) => {
    const all = { ...pages, [list]: number };
    const query = Object.entries(all).map(([name, value]) => [name, value > 1 ? String(value) : undefined]);
    return href("/admin/billing", Object.fromEntries(query) as Record<string, string | undefined>);
  };
  return (
    <PageLinks
      label={`Pages of ${list}`}
      before={page > 1 ? ["Previous", at(page - 1)] : null}
      after={more[list] ? ["Next", at(page + 1)] : null}
    />
  );
}

function Check({ check }: { check: NonNullable<StaffBilling["check"]> }) {
  const { differences } = check;
  return (
    <>
      {differences.length > 0 ? (
        <Notice tone="bad" title={pluralize(differences.length, "difference")}>
          <ul>
            {differences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice tone="good" title="Both books agree" />
      )}
      <Facts
        facts={[
          ["Compared", check.at],
          ["Movements of the last 35 days", String(check.movements)],
          ["Sum at Stripe", check.stripe],
          ["Sum in our ledger", check.ledger],
        ]}
      />
    </>
  );
}
