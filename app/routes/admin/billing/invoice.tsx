import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { openInvoiceSchema } from "#app/domain/control/billing/forms.server.ts";
import { findInvoice } from "#app/domain/control/billing/invoices.server.ts";
import { invoiceState, MONEY_NOTE_MAX } from "#app/domain/control/billing/labels.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { closeInvoice } from "#app/journeys/billing/settlement-invoice.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Invoice");

/** An open invoice, and how staff finish it (product/billing.md#billing). */
const form = staffForm({
  may: "manage_clubs",
  schema: openInvoiceSchema,
  find: ({ control }, { invoiceId = "" }) => findInvoice(control, invoiceId),
  change: ({ ctx: { control, admin }, found: { id }, value }) =>
    closeInvoice(control, id, { ...value, adminId: admin.id }),
  problems: {
    "not-open": "It was paid or closed meanwhile. Nothing was changed.",
    "on-its-way":
      "A bank payment of it is on its way. Nothing was changed: please wait for the bank’s answer.",
  },
  saved: (_, { value: { decision } }) => [
    href("/admin/billing"),
    decision === "resend"
      ? "The club gets the invoice by email again."
      : "The invoice is withdrawn: the club owes nothing for it, and reads that by email.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found: invoice }) => ({
  clubCode: invoice.club_code,
  club: (await findClub(control, invoice.club_code))?.name ?? "No club",
  number: invoice.number,
  open: invoice.status === "open" && invoice.bank_payment !== "processing",
  onItsWay: invoice.status === "open" && invoice.bank_payment === "processing",
  url: invoice.url,
  facts: [
    ["Amount", formatPrice(invoice.amount_cents)],
    ["State", invoiceState({ ...invoice, withdrawn: false })],
    ["Due", formatMoment(invoice.due_at, "UTC")],
    ["Reminded", invoice.overdue_at ? formatMoment(invoice.overdue_at, "UTC") : "Not yet"],
  ] as [string, string][],
}));

export default function Invoice() {
  const { clubCode, club, number, open, onItsWay, url, facts } = useLoaderData<typeof loader>();
  const back = href("/admin/billing");
  return (
    <AdminPage title={`Invoice ${number}`} lead={<a href={back}>All of billing</a>} width="text">
      <Facts
        facts={[
          [
            "Club",
            <a key="club" href={href("/admin/clubs/:clubCode", { clubCode })}>
              {club}
            </a>,
          ],
          ...facts,
        ]}
      />
      <p>
        <a href={href("/admin/clubs/:clubCode/money", { clubCode })}>All of the club’s money</a>
        <br />
        <a href={url}>The invoice at Stripe</a>
      </p>
      {open ? (
        <PostForm>
          <RadioField
            name="decision"
            label="What happens to the invoice?"
            choices={[
              { value: "resend", label: "Send it to the club again" },
              {
                value: "void",
                label: "Void it",
                hint: "The club keeps its package and owes nothing for it",
              },
            ]}
            required
          />
          <TextArea
            name="note"
            label="Note"
            hint="Stands in the audit log, which the club reads too"
            maxLength={MONEY_NOTE_MAX}
            required
          />
          <FormButtons submit="Finish" back={back} />
        </PostForm>
      ) : (
        <p>
          {onItsWay
            ? "A bank payment of it is on its way, so there is nothing to decide now."
            : "It is open no more."}
        </p>
      )}
    </AdminPage>
  );
}
