import type { Payment } from "../stripe/payments.ts";
import { CheckoutFrame } from "./checkout-form.tsx";
import { formatAmount, OneButton } from "./layout.tsx";

/** Draws the bank's 3-D Secure page. */
export function AuthenticatePage({ payment }: { payment: Payment }) {
  const action = `/sandbox/checkout/${payment.id}/authenticate`;
  return (
    <CheckoutFrame title="Authentication" payment={payment}>
      <h2>Your bank asks: is it you?</h2>
      <p>
        This stands for your bank's own page. The card ending in {payment.attempt?.last4} is to pay{" "}
        {formatAmount(payment.amountCents)} to Goodside.
      </p>
      <div className="row">
        <OneButton action={action} label="Complete authentication" fields={{ outcome: "complete" }} />
        <OneButton action={action} label="Fail authentication" fields={{ outcome: "fail" }} quiet />
      </div>
    </CheckoutFrame>
  );
}

/**
 * Draws a closed session: it cannot be paid twice.
 * @param next where the browser goes after paying.
 */
export function ClosedPage({ payment, next }: { payment: Payment; next: string }) {
  const { cancelUrl } = payment.order;
  if (payment.status === "expired") {
    return (
      <CheckoutFrame title="This payment page has expired" payment={payment}>
        <h2>This payment page has expired</h2>
        <p>Nothing was paid. Go back to Goodside to get a new one.</p>
        {cancelUrl && (
          <p>
            <a href={cancelUrl}>Back to Goodside</a>
          </p>
        )}
      </CheckoutFrame>
    );
  }
  return (
    <CheckoutFrame title="You're all done here" payment={payment}>
      <h2>You're all done here</h2>
      <p>
        {payment.paymentStatus === "paid"
          ? "This payment has been made. Nothing more is due."
          : "This payment has been started from a bank account. Nothing more is due here."}
      </p>
      <p>
        <a href={next}>Continue to Goodside</a>
      </p>
    </CheckoutFrame>
  );
}
