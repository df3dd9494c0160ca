import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  disputeLabels,
  invoiceState,
  ledgerLabels,
  refundReasonLabels,
  refundStateLabels,
  yearState,
} from "#app/domain/control/billing/labels.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { packageOf, priceOf } from "#app/domain/control/billing/years.server.ts";
import { accessOfClub } from "#app/domain/control/clubs/clubs.server.ts";
import { moneyOfClub } from "#app/domain/control/platform/club-money.server.ts";
import { statusLabels } from "#app/domain/control/verification/labels.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatRowMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { ClubStatus } from "./club-status.tsx";

export const meta = () => title("Money of a Club");

const MAIL_KINDS = { queued: "plain", sent: "done", failed: "bad" } as const;
const MAIL_STATES = { queued: "Waiting", sent: "Sent", failed: "Failed" } as const;

/** Loads all money of a club on one page, for staff who answer questions about it (product/billing.md#billing). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const money = await moneyOfClub(control, args.params.clubCode ?? "");
  if (!money) throw notFound();
  const { club, years, disputes, movements, refunds, invoices, mails } = money;
  const day = (when: string) => formatDateInFull(new Date(when), "UTC");
  const at = now();
  const short = (when: string) => formatRowMoment(when, "UTC", at);
  const plan = planOf(club.plan);
  return {
    clubCode: club.code,
    name: club.name,
    access: accessOfClub(club, at),
    facts: [
      ["Package now", `${plan.name}, ${formatPrice(plan.priceCents)} a year`],
      ["Paid until", day(club.term_ends_at)],
      ["Cancelled", club.cancelled_at ? day(club.cancelled_at) : "No"],
      [
        "Players",
        club.players === null
          ? `${count(club.estimated_players)}, as estimated`
          : `${count(club.players)}, verified`,
      ],
      ["Verification", statusLabels[club.verification]],
      ["Contact", `${club.contact_name}, ${club.email}`],
    ] as [string, string][],
    years: years.map((year) => ({
      id: year.id,
      span: `${day(year.starts_at)} to ${day(year.ends_at)}`,
      package: `${planOf(packageOf(year)).name}, ${formatPrice(priceOf(year))}`,
      state: yearState(year, day),
      note: year.ended_note ?? year.guarantee_note ?? "",
    })),
    disputes: disputes.map((one) => ({
      id: one.id,
      amount: formatPrice(one.amount_cents),
      at: short(one.opened_at),
      state: disputeLabels[one.status] ?? one.status.replaceAll("_", " "),
    })),
    movements: movements.map((one) => ({
      id: one.id,
      what: ledgerLabels[one.kind],
      at: short(one.moved_at),
      amount: formatPrice(one.amount_cents),
      reference: one.stripe_id,
    })),
    refunds: refunds.map((one) => ({
      id: one.id,
      why: refundReasonLabels[one.why],
      at: short(one.ordered_at),
      amount: formatPrice(one.amount_cents),
      state: refundStateLabels[one.state],
      note: one.settled_note ?? one.note,
    })),
    invoices: invoices.map((one) => ({
      id: one.id,
      number: one.number,
      due: short(one.due_at),
      amount: formatPrice(one.amount_cents),
      state: invoiceState(one),
    })),
    mails: mails.map(({ id, tag, to, at: sentAt, status }) => ({
      id,
      tag: `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`.replaceAll("-", " "),
      to,
      at: short(sentAt),
      state: status,
    })),
  };
}

export default function Money() {
  const page = useLoaderData<typeof loader>();
  const { clubCode, name, facts, years, disputes, movements, refunds, invoices, mails } = page;
  return (
    <AdminPage
      title="Money"
      lead={
        <>
          <ClubStatus access={page.access} /> ·{" "}
          <a href={href("/admin/clubs/:clubCode", { clubCode })}>{name}</a>
        </>
      }
      actions={
        <>
          <ButtonLink href={href("/admin/clubs/:clubCode/refund", { clubCode })}>Refund a Payment</ButtonLink>{" "}
          <ButtonLink href={href("/admin/clubs/:clubCode/year", { clubCode })}>End the Year</ButtonLink>
        </>
      }
    >
      <Facts facts={facts} />
      <p>
        <a href={href("/admin/clubs/:clubCode/guarantee", { clubCode })}>Refund under the 14-day guarantee</a>
      </p>
      <h2>Years</h2>
      <RowTable
        caption="Years, the last one first"
        columns={[
          { name: "Year", place: "name" },
          { name: "Package", place: "state" },
          { name: "State", place: "line" },
          { name: "Note", place: "more" },
        ]}
        rows={years.map((one) => ({ key: one.id, cells: [one.span, one.package, one.state, one.note] }))}
      />
      {disputes.length > 0 ? (
        <>
          <h2>Contested payments</h2>
          <RowTable
            caption="Contested payments, newest first"
            columns={[
              { name: "State", place: "name" },
              { name: "Amount", place: "state" },
              { name: "When", place: "left" },
            ]}
            rows={disputes.map((one) => ({ key: one.id, cells: [one.state, one.amount, one.at] }))}
          />
        </>
      ) : null}
      <h2>Payments and refunds</h2>
      {movements.length === 0 ? (
        <p className="muted">No payment has arrived.</p>
      ) : (
        <RowTable
          caption="What moved at Stripe, newest first"
          columns={[
            { name: "What", place: "name" },
            { name: "Amount", place: "state" },
            { name: "When", place: "left" },
            { name: "At Stripe", place: "line" },
          ]}
          rows={movements.map((one) => ({
            key: one.id,
            cells: [one.what, one.amount, one.at, one.reference],
          }))}
        />
      )}
      <h2>Refunds that were ordered</h2>
      {refunds.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        <RowTable
          caption="Refunds that were ordered, newest first"
          columns={[
            { name: "Why", place: "name" },
            { name: "Amount", place: "state" },
            { name: "When", place: "left" },
            { name: "State", place: "line" },
            { name: "Note", place: "more" },
          ]}
          rows={refunds.map((one) => ({
            key: one.id,
            href: href("/admin/billing/refunds/:orderId", { orderId: one.id }),
            cells: [one.why, one.amount, one.at, one.state, one.note],
          }))}
        />
      )}
      <h2>Invoices</h2>
      {invoices.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        <RowTable
          caption="Invoices for larger packages, newest first"
          columns={[
            { name: "Number", place: "name" },
            { name: "Amount", place: "state" },
            { name: "Due", place: "left" },
            { name: "State", place: "line" },
          ]}
          rows={invoices.map((one) => ({
            key: one.id,
            href: href("/admin/billing/invoices/:invoiceId", { invoiceId: one.id }),
            cells: [one.number, one.amount, one.due, one.state],
          }))}
        />
      )}
      <h2>Emails about money</h2>
      {mails.length === 0 ? (
        <p className="muted">None, or they are older than we keep them.</p>
      ) : (
        <RowTable
          caption="Emails about money, newest first"
          columns={[
            { name: "Email", place: "name" },
            { name: "State", place: "state" },
            { name: "When", place: "left" },
            { name: "To", place: "line" },
          ]}
          rows={mails.map((one) => ({
            key: one.id,
            cells: [
              one.tag,
              <Status key="state" kind={MAIL_KINDS[one.state]}>
                {MAIL_STATES[one.state]}
              </Status>,
              one.at,
              one.to,
            ],
          }))}
        />
      )}
    </AdminPage>
  );
}
