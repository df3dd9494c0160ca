import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { formatPrice, type PlanId, planOf } from "#app/domain/control/billing/plans.ts";
import type { Repayment, Unpaid } from "#app/journeys/billing/repayment.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { PayForm, PaymentNotice } from "./pay-form.tsx";

interface Props {
  clubName: string;
  plan: PlanId;
  /** Where the receipt goes; null for all but the administrator, who pays. */
  email: string | null;
  repayment: Repayment | null;
  /** What the next year costs at least, where the last one is over; null for all but the administrator. */
  renewal: string | null;
  /** Whether the club's year is over. */
  over: boolean;
  unpaid: Unpaid | null;
}

export function SuspendedPage({ clubName, plan, email, repayment, renewal, over, unpaid }: Props) {
  const attempt = repayment?.state === "due" && renewal === null ? repayment.attempt : null;
  return (
    <SitePage
      title={`${clubName} is paused`}
      lead="Nothing is lost: everything is back as soon as the payment arrives."
      width="narrow"
    >
      {attempt === null ? null : <PaymentNotice unpaid={unpaid} attempt={attempt} />}
      <Notice tone="minor" title="What happened">
        <p>{reasons[over ? (renewal ? "over" : "over-ask") : (repayment?.state ?? "ask")]}</p>
      </Notice>
      {attempt === null ? null : (
        <>
          <p>
            You pay on Stripe's secure page, by card or from a US bank account. A receipt goes to {email}.
          </p>
          <PayForm attempt={attempt}>{`Subscribe for ${formatPrice(planOf(plan).priceCents)}/year`}</PayForm>
        </>
      )}
      {renewal === null ? null : (
        <>
          <Buttons>
            <ButtonLink href={href("/club/billing/renew")} look="primary">
              Renew from {renewal}
            </ButtonLink>
          </Buttons>
          <p className="muted">Paid in advance for one year. Nothing renews by itself.</p>
        </>
      )}
      {email === null ? null : (
        <>
          <p>
            Open meanwhile: <a href={href("/club/billing")}>payments, receipts and invoices</a>, the{" "}
            <a href={href("/verification")}>verification of your players</a>, and{" "}
            <a href={href("/account")}>your account</a>.
          </p>
          <p>
            Your data stays yours: <a href={href("/club/leave")}>download everything, or leave</a>.
          </p>
        </>
      )}
      <p>
        Questions? Write to <a href={`mailto:${brand.mail.billing}`}>{brand.mail.billing}</a>.
      </p>
      <form method="post" action="/sign-out">
        <button type="submit" className="button button-quiet">
          Sign Out
        </button>
      </form>
    </SitePage>
  );
}

const reasons = {
  due: "The bank payment for this year did not go through. Pay again and your club opens at once.",
  "on-its-way":
    "Your new bank payment is on its way. It takes up to 4 business days; your club opens when it arrives.",
  "nothing-to-pay":
    "The club's subscription has ended or is being checked. Write to us and we will sort it out.",
  over: "The club's year is over. Renew it and everything opens again at once.",
  "over-ask":
    "The club's year is over. Your club's administrator can renew it after signing in, and everything opens again.",
  ask: "The club's subscription is not paid at the moment. Your club's administrator can pay after signing in.",
} as const;
