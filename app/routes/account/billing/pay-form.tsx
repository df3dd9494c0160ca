import type { ReactNode } from "react";
import type { Unpaid } from "#app/journeys/billing/repayment.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden, useReply } from "#app/ui/post-form.tsx";

/** Shows the button to Stripe's payment page, with the attempt that it belongs to. */
export function PayForm({
  attempt,
  look,
  children,
}: {
  attempt: number;
  look?: "primary" | "secondary";
  children: ReactNode;
}) {
  return (
    <ButtonForm>
      <Hidden name="attempt" value={String(attempt)} />
      <SubmitButton look={look} busy="Setting up your payment...">
        {children}
      </SubmitButton>
    </ButtonForm>
  );
}

/** Explains above the order why Stripe's page did not open, or why nothing is paid yet. */
export function PaymentNotice({ unpaid, attempt }: { unpaid: Unpaid | null; attempt: number }) {
  const reply = useReply();
  const message = reply?.errors[""];
  if (message) return <NoPaymentPage message={message} attempt={attempt} />;
  return unpaid ? <NotPaidYet unpaid={unpaid} attempt={attempt} /> : null;
}

/** Says that Stripe's page could not be opened, with a button to try again. */
function NoPaymentPage({ message, attempt }: { message: string; attempt: number }) {
  return (
    <div role="alert">
      <Notice tone="bad" title={message}>
        <p>The payment page could not be opened. Nothing was charged, and everything you entered is kept.</p>
        <PayForm attempt={attempt} look="secondary">
          Try Again
        </PayForm>
      </Notice>
    </div>
  );
}

/** Tells a user who came back from Stripe without paying how to go on; only a declined card is an error. */
function NotPaidYet({ unpaid, attempt }: { unpaid: Unpaid; attempt: number }) {
  if (unpaid.state === "paid") return null;
  if (unpaid.state === "declined") {
    return (
      <div role="alert">
        <Notice tone="bad" title="Payment failed">
          <p>{unpaid.message} Nothing was charged, and everything you entered is kept.</p>
          <PayForm attempt={attempt} look="secondary">
            Try Again
          </PayForm>
        </Notice>
      </div>
    );
  }
  const expired = unpaid.state === "expired";
  return (
    <div role="status">
      <Notice title={expired ? "The payment page has expired" : "Not paid yet"}>
        <p>
          Nothing was charged, and everything you entered is kept.
          {expired ? " Continue, and you get a new page." : null}
        </p>
        <PayForm attempt={attempt} look="secondary">
          Continue to Payment
        </PayForm>
      </Notice>
    </div>
  );
}
