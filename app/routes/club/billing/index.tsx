import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { type Billing, describeBilling } from "#app/domain/control/billing/describe-billing.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Billing");

/** What the club has bought, what it paid, and what is due (product.md#billing). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  if (!row) throw notFound();
  return json(await describeBilling(control, row));
}

export default function Index() {
  return <BillingPage billing={useLoaderData<typeof loader>()} />;
}

function BillingPage({ billing }: { billing: Billing }) {
  return (
    <ClubPage title="Billing" lead="What your club has bought, what it paid, and what is due.">
      {billing.due.map((invoice) => (
        <Notice
          key={invoice.id}
          tone={invoice.overdue ? "bad" : "minor"}
          title={`${invoice.price} ${invoice.overdue ? `was due on ${invoice.until}` : `is payable until ${invoice.until}`}`}
        >
          {invoice.failed ? (
            <p>
              <strong>Your bank did not make the payment.</strong> You can pay by card, or from another bank
              account.
            </p>
          ) : null}
          <p>
            Invoice {invoice.number}, because your verified number of players needs a larger package than you
            paid for. Nothing is closed meanwhile.
          </p>
          <Buttons>
            <ButtonLink href={invoice.url} look="primary">
              Pay {invoice.price}
            </ButtonLink>
          </Buttons>
        </Notice>
      ))}
      {billing.waiting.map((sentence) => (
        <Notice key={sentence}>
          <p>{sentence}</p>
        </Notice>
      ))}
      <Card
        title={
          <>
            Your year <Badge strong>{billing.state}</Badge>
          </>
        }
      >
        <Facts
          facts={[
            ["Package", billing.plan],
            ...(billing.price ? [["Price of this year", billing.price] as const] : []),
            ["From", billing.starts],
            ["Until", billing.ends],
            ...(billing.renewed ? [["Next year booked until", billing.renewed] as const] : []),
          ]}
        />
        {billing.renewsFrom ? (
          <p>
            You can renew from {billing.renewsFrom} on.{" "}
            <a href={href("/club/billing/renew")}>What the next year costs</a>
          </p>
        ) : (
          <Buttons>
            <ButtonLink href={href("/club/billing/renew")} look="primary">
              Renew
            </ButtonLink>
          </Buttons>
        )}
        <p className="muted">
          Paid in advance for one year. Nothing renews or is charged by itself. A change of package follows
          the verification of your players only.
        </p>
      </Card>
      <section aria-labelledby="payments">
        <h2 id="payments">Payments and refunds</h2>
        <Payments entries={billing.entries} />
      </section>
      {billing.invoices.length > 0 ? (
        <section aria-labelledby="invoices">
          <h2 id="invoices">Invoices</h2>
          <Invoices invoices={billing.invoices} />
        </section>
      ) : null}
      <p>
        Questions about a payment? Write to <a href={`mailto:${brand.mail.billing}`}>{brand.mail.billing}</a>.
      </p>
    </ClubPage>
  );
}

function Payments({ entries }: Pick<Billing, "entries">) {
  if (entries.length === 0)
    return <p>No payment has arrived yet. A payment is listed here a minute after it arrived.</p>;
  return (
    <DataTable
      caption="Payments and refunds, newest first"
      columns={[{ name: "What" }, { name: "Day" }, { name: "Amount", numeric: true }, { name: "Receipt" }]}
      rows={entries.map(({ id, label, day, amount, away, receipt }) => ({
        key: id,
        cells: [
          label,
          day,
          away ? `${amount} back to you` : amount,
          receipt ? (
            <a key="receipt" href={href("/club/billing/receipts/:entryId", { entryId: id })}>
              PDF
              <span className="visually-hidden">
                {" "}
                of {label.toLowerCase()}, {day}
              </span>
            </a>
          ) : (
            "None"
          ),
        ],
      }))}
    />
  );
}

function Invoices({ invoices }: Pick<Billing, "invoices">) {
  return (
    <DataTable
      caption="Invoices, newest first"
      columns={[
        { name: "Number" },
        { name: "Amount", numeric: true },
        { name: "State" },
        { name: "Invoice" },
      ]}
      rows={invoices.map(({ id, number, price, state, url, pdfUrl }) => ({
        key: id,
        cells: [
          number,
          price,
          state,
          <span key="links">
            <a href={url}>Open</a> <a href={pdfUrl}>PDF</a>
          </span>,
        ],
      }))}
    />
  );
}
