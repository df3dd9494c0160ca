import type { ReactNode } from "react";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

/** The button that leads to Stripe's payment page, with the attempt that it was shown for. */
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
    <PostForm>
      <Hidden name="attempt" value={String(attempt)} />
      <SubmitButton look={look}>{children}</SubmitButton>
    </PostForm>
  );
}

/** Says that a payment failed and nothing is lost, with a button to try again. */
export function PaymentFailed({ message, attempt }: { message?: string; attempt: number }) {
  return (
    <div role="alert">
      <Notice tone="bad" title={message ?? "Payment failed"}>
        <p>
          {message
            ? "The payment page could not be opened. Nothing was charged, and everything you entered is kept."
            : "The payment was not completed, so nothing was charged. Everything you entered is kept."}
        </p>
        <PayForm attempt={attempt} look="secondary">
          Try Again
        </PayForm>
      </Notice>
    </div>
  );
}
