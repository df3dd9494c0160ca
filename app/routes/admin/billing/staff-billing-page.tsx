import type { ReactNode } from "react";
import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import type { StaffBilling } from "./index.tsx";

export function StaffBillingPage({ billing }: { billing: StaffBilling }) {
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
      <Section title="Refused refunds" empty={refused.length === 0} none="Stripe refused no refund.">
        <DataTable
          caption="Refunds that Stripe refused"
          columns={[
            { name: "Club" },
            { name: "Amount", numeric: true },
            { name: "Why" },
            { name: "Payment" },
          ]}
          rows={refused.map((one) => ({
            key: one.id,
            cells: [<ClubName key="club" {...one} />, one.amount, one.why, one.payment],
          }))}
        />
      </Section>
      <Section title="Open invoices" empty={invoices.length === 0} none="No invoice is open.">
        <DataTable
          caption="Open invoices, the next due first"
          columns={[
            { name: "Club" },
            { name: "Invoice" },
            { name: "Amount", numeric: true },
            { name: "Due" },
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
            ],
          }))}
        />
      </Section>
      <Section title="Disputes" empty={disputes.length === 0} none="No payment was contested.">
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
      </Section>
      <section>
        <h2>Our ledger and Stripe</h2>
        {check ? <Check check={check} /> : <p>The first comparison runs tonight.</p>}
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
