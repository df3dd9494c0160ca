import { json, type LoaderFunctionArgs } from "@remix-run/node";
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
import { formatMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Billing");

/**
 * What of the platform's money needs a person: held payments, refused refunds, invoices, disputes (product.md#billing).
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
      due: moment(one.at),
      overdue: one.at <= at,
    })),
    disputes: disputes.slice(0, STAFF_ROWS).map((one) => ({
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

/** A page's number from an address, from 1. */
const pageIn = (text: string | null) => (/^[1-9]\d{0,4}$/.test(text ?? "") ? Number(text) : 1);

export type StaffBilling = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Index() {
  return <StaffBillingPage billing={useLoaderData<typeof loader>()} />;
}

function StaffBillingPage({ billing }: { billing: StaffBilling }) {
  const { held, refused, invoices, disputes, check } = billing;
  return (
    <AdminPage
      title="Billing"
      lead="What of the money needs a person, and whether our books agree with Stripe’s."
    >
      <Section title="Held payments" empty={held.length === 0} none="No payment is held.">
        <DataTable
          caption="Payments of another amount than the price"
          columns={[
            { name: "Club" },
            { name: "Contact" },
            { name: "Price" },
            { name: "Paid" },
            { name: "Since" },
          ]}
          rows={held.map((one) => ({
            key: one.sessionId,
            cells: [
              <a key="club" href={href("/admin/billing/held/:sessionId", { sessionId: one.sessionId })}>
                Decide about {one.club}
              </a>,
              one.email,
              one.asked,
              one.paid,
              one.since,
            ],
          }))}
        />
      </Section>
      <Section
        title="Refused refunds"
        empty={refused.length === 0 && billing.pages.refunds === 1}
        none="Stripe refused no refund."
      >
        <DataTable
          caption="Refunds that Stripe refused"
          columns={[
            { name: "Club" },
            { name: "Amount", numeric: true },
            { name: "Why" },
            { name: "Payment" },
            { name: "Finish" },
          ]}
          rows={refused.map((one) => ({
            key: one.id,
            cells: [
              <ClubName key="club" {...one} />,
              one.amount,
              one.why,
              one.payment,
              <a key="finish" href={href("/admin/billing/refunds/:orderId", { orderId: one.id })}>
                Retry or close<span className="visually-hidden"> the refund to {one.club}</span>
              </a>,
            ],
          }))}
        />
        <Neighbors billing={billing} list="refunds" />
      </Section>
      <Section
        title="Open invoices"
        empty={invoices.length === 0 && billing.pages.invoices === 1}
        none="No invoice is open."
      >
        <DataTable
          caption="Open invoices, the next due first"
          columns={[
            { name: "Club" },
            { name: "Invoice" },
            { name: "Amount", numeric: true },
            { name: "Due" },
            { name: "Finish" },
          ]}
          rows={invoices.map((one) => ({
            key: one.id,
            cells: [
              <ClubName key="club" {...one} />,
              one.number,
              one.amount,
              one.overdue ? (
                <span key="due">
                  {one.due} <Badge strong>Overdue</Badge>
                </span>
              ) : (
                one.due
              ),
              <a key="finish" href={href("/admin/billing/invoices/:invoiceId", { invoiceId: one.id })}>
                Resend or void<span className="visually-hidden"> invoice {one.number}</span>
              </a>,
            ],
          }))}
        />
        <Neighbors billing={billing} list="invoices" />
      </Section>
      <Section
        title="Disputes"
        empty={disputes.length === 0 && billing.pages.disputes === 1}
        none="No payment was contested."
      >
        <DataTable
          caption="Contested payments, newest first"
          columns={[
            { name: "Club" },
            { name: "Amount", numeric: true },
            { name: "The bank’s reason" },
            { name: "Status" },
            { name: "Answer until" },
          ]}
          rows={disputes.map((one) => ({
            key: one.id,
            cells: [<ClubName key="club" {...one} />, one.amount, one.reason, one.status, one.answerBy],
          }))}
        />
        <Neighbors billing={billing} list="disputes" />
      </Section>
      <section>
        <h2>Our ledger and Stripe</h2>
        {check ? <Check check={check} /> : <p>Not compared yet. It happens by itself within minutes.</p>}
      </section>
    </AdminPage>
  );
}

function Section(props: { title: string; empty: boolean; none: string; children: ReactNode }) {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.empty ? <p className="muted">{props.none}</p> : props.children}
    </section>
  );
}

/** Links to the neighboring pages of one of the lists; the others stay where they are. */
function Neighbors({ billing, list }: { billing: StaffBilling; list: keyof StaffBilling["pages"] }) {
  const { pages, more } = billing;
  const page = pages[list];
  if (page === 1 && !more[list]) return null;
  const at = (number: number) => {
    const all = { ...pages, [list]: number };
    const query = Object.entries(all).map(([name, value]) => [name, value > 1 ? String(value) : undefined]);
    return href("/admin/billing", Object.fromEntries(query) as Record<string, string | undefined>);
  };
  return (
    <nav className="pagination" aria-label={`Pages of ${list}`}>
      {page > 1 ? <ButtonLink href={at(page - 1)}>Previous</ButtonLink> : <span />}
      {more[list] ? <ButtonLink href={at(page + 1)}>Next</ButtonLink> : <span />}
    </nav>
  );
}

function ClubName({ club, clubCode }: { club: string; clubCode: string | null }) {
  return clubCode ? <a href={href("/admin/clubs/:clubCode", { clubCode })}>{club}</a> : club;
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
