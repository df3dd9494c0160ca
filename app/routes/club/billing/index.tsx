import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { type Billing, describeBilling } from "#app/domain/control/billing/describe-billing.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import {
  clubWithTreasurer,
  saveTreasurer,
  treasurerSchema,
  treasurerTyped,
  treasurerVersion,
} from "#app/journeys/billing/treasurer.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Billing");

const SAVED = {
  asked: "Saved. The address counts once the link that we sent there is used.",
  kept: "Saved.",
  removed: "Removed. Emails about money go to your club’s own address only.",
};

/** Shows what the club bought, paid and owes, and who else gets its payment emails (product/billing.md#billing). */
const form = clubForm({
  may: "club.manage",
  schema: treasurerSchema,
  find: ({ control, club }) => clubWithTreasurer(control, club.code),
  change: ({ ctx, value }) => saveTreasurer(ctx, value.treasurer, value.version),
  version: versionBy(treasurerVersion, { treasurer: { label: "Treasurer’s email" } }, treasurerTyped),
  problems: {
    own: { treasurer: "That is your club’s own address: it gets these emails already" },
    "rate-limited": { treasurer: "Too many links were sent in the last hour. Please try again later" },
  },
  saved: ({ what }) => [href("/club/billing"), SAVED[what]],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, club }, found }) => {
  const { treasurer } = found;
  const { waiting } = treasurer;
  return {
    billing: await describeBilling(control, found),
    treasurer: {
      email: treasurer.email,
      typed: treasurerTyped(treasurer).treasurer,
      version: treasurerVersion(treasurer),
      waiting: waiting && {
        email: waiting.email,
        until: formatMoment(waiting.expiresAt, club.timezone),
        expired: Date.parse(waiting.expiresAt) <= now().getTime(),
      },
    },
    contact: found.email,
  };
});

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Index() {
  const { billing, treasurer, contact } = useLoaderData<typeof loader>();
  return (
    <BillingPage billing={billing}>
      <TreasurerForm treasurer={treasurer} contact={contact} />
    </BillingPage>
  );
}

function TreasurerForm({ treasurer, contact }: Pick<Data, "treasurer" | "contact">) {
  const { email, typed, version, waiting } = treasurer;
  return (
    <section aria-labelledby="treasurer">
      <h2 id="treasurer">Emails about money</h2>
      <p>
        Receipts, renewals, invoices, refunds and payments that failed go to {contact}
        {email ? `, and a copy to ${email}` : ""}.
      </p>
      {waiting ? (
        <Notice tone="minor" title={waiting.expired ? "Not confirmed in time" : "Waiting for confirmation"}>
          <p>
            {waiting.expired
              ? `The link to ${waiting.email} has expired. Save the address again to send a new one.`
              : `We sent a link to ${waiting.email}. The address counts once it is used, until ${waiting.until}.`}
          </p>
        </Notice>
      ) : null}
      <PostForm>
        <Version value={version} />
        <TextField
          name="treasurer"
          label="Treasurer’s email"
          hint="Gets a copy of each. Leave it empty to remove it."
          type="email"
          maxLength={EMAIL_MAX}
          value={typed}
          autoComplete="off"
        />
        <Buttons>
          <SubmitButton look="secondary">Save</SubmitButton>
        </Buttons>
      </PostForm>
    </section>
  );
}

function BillingPage({ billing, children }: { billing: Billing; children: ReactNode }) {
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
            paid for.{billing.open ? " Your club stays open meanwhile." : ""}
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
            ...(billing.takenBack ? [["Year taken back", billing.takenBack] as const] : []),
          ]}
        />
        {billing.paysAgain ? (
          <>
            <p>Your payment did not go through, so your club is paused. A payment opens it at once.</p>
            <Buttons>
              <ButtonLink href={href("/club/suspended")} look="primary">
                Pay Again
              </ButtonLink>
            </Buttons>
          </>
        ) : billing.renewsFrom ? (
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
          Paid in advance for one year. Nothing renews or is charged by itself. Your package follows the
          verification of your players; for the next year you can choose a larger one.
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
      {children}
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
      rows={invoices.map(({ id, number, price, state, kind, url, pdfUrl }) => ({
        key: id,
        cells: [
          number,
          price,
          <Status key="state" kind={kind}>
            {state}
          </Status>,
          <span key="links">
            <a href={url}>Open</a> <a href={pdfUrl}>PDF</a>
          </span>,
        ],
      }))}
    />
  );
}
