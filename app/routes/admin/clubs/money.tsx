import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  invoiceState,
  ledgerLabels,
  refundReasonLabels,
  refundStateLabels,
} from "#app/domain/control/billing/labels.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { moneyOfClub } from "#app/domain/control/platform/club-money.server.ts";
import { statusLabels } from "#app/domain/control/verification/labels.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Money of a Club");

const MAIL_STATES = { queued: "Waiting", sent: "Sent", failed: "Failed" } as const;

/** All money of a club on one page, for staff who are asked about it (product.md#billing). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const money = await moneyOfClub(control, args.params.clubCode ?? "");
  if (!money) throw notFound();
  const { club, movements, refunds, invoices, mails } = money;
  const moment = (at: string) => formatMoment(at, "UTC");
  const plan = planOf(club.plan);
  return json({
    clubCode: club.code,
    name: club.name,
    facts: [
      ["Package", `${plan.name}, ${formatPrice(plan.priceCents)} a year`],
      ["Year", `${moment(club.term_starts_at)} to ${moment(club.term_ends_at)}`],
      ["Cancelled", club.cancelled_at ? moment(club.cancelled_at) : "No"],
      [
        "Players",
        club.players === null
          ? `${count(club.estimated_players)}, as estimated`
          : `${count(club.players)}, verified`,
      ],
      ["Verification", statusLabels[club.verification]],
      ["Contact", `${club.contact_name}, ${club.email}`],
    ] as [string, string][],
    movements: movements.map((one) => ({
      id: one.id,
      what: ledgerLabels[one.kind],
      at: moment(one.moved_at),
      amount: formatPrice(one.amount_cents),
      reference: one.stripe_id,
    })),
    refunds: refunds.map((one) => ({
      id: one.id,
      why: refundReasonLabels[one.why],
      at: moment(one.ordered_at),
      amount: formatPrice(one.amount_cents),
      state: refundStateLabels[one.state],
      note: one.settled_note ?? one.note,
    })),
    invoices: invoices.map((one) => ({
      id: one.id,
      number: one.number,
      due: moment(one.due_at),
      amount: formatPrice(one.amount_cents),
      state: invoiceState(one),
    })),
    mails: mails.map(({ id, tag, to, at, status }) => ({
      id,
      tag: tag.replaceAll("-", " "),
      to,
      at: moment(at),
      state: MAIL_STATES[status],
    })),
  });
}

export default function Money() {
  const { clubCode, name, facts, movements, refunds, invoices, mails } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Money" lead={<a href={href("/admin/clubs/:clubCode", { clubCode })}>{name}</a>}>
      <Facts facts={facts} />
      <p>
        <a href={href("/admin/clubs/:clubCode/guarantee", { clubCode })}>14-day guarantee</a>
      </p>
      <h2>Payments and refunds</h2>
      {movements.length === 0 ? (
        <p className="muted">No payment has arrived.</p>
      ) : (
        <DataTable
          caption="What moved at Stripe, newest first"
          columns={[
            { name: "What" },
            { name: "When" },
            { name: "Amount", numeric: true },
            { name: "At Stripe" },
          ]}
          rows={movements.map((one) => ({
            key: one.id,
            cells: [one.what, one.at, one.amount, one.reference],
          }))}
        />
      )}
      <h2>Refunds that were ordered</h2>
      {refunds.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        <DataTable
          caption="Refunds that were ordered, newest first"
          columns={[
            { name: "Why" },
            { name: "When" },
            { name: "Amount", numeric: true },
            { name: "State" },
            { name: "Note" },
          ]}
          rows={refunds.map((one) => ({
            key: one.id,
            cells: [
              <a key="why" href={href("/admin/billing/refunds/:orderId", { orderId: one.id })}>
                {one.why}
              </a>,
              one.at,
              one.amount,
              one.state,
              one.note,
            ],
          }))}
        />
      )}
      <h2>Invoices</h2>
      {invoices.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        <DataTable
          caption="Invoices for larger packages, newest first"
          columns={[
            { name: "Number" },
            { name: "Due" },
            { name: "Amount", numeric: true },
            { name: "State" },
          ]}
          rows={invoices.map((one) => ({
            key: one.id,
            cells: [
              <a key="number" href={href("/admin/billing/invoices/:invoiceId", { invoiceId: one.id })}>
                {one.number}
              </a>,
              one.due,
              one.amount,
              one.state,
            ],
          }))}
        />
      )}
      <h2>Emails about money</h2>
      {mails.length === 0 ? (
        <p className="muted">None, or they are older than we keep them.</p>
      ) : (
        <DataTable
          caption="Emails about money, newest first"
          columns={[{ name: "Email" }, { name: "To" }, { name: "When" }, { name: "State" }]}
          rows={mails.map((one) => ({ key: one.id, cells: [one.tag, one.to, one.at, one.state] }))}
        />
      )}
    </AdminPage>
  );
}
