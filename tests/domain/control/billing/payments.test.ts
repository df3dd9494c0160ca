import fc from "fast-check";
import { expect, test } from "vitest";
import {
  advancePayment,
  clubStatusFromPayments,
  type PaymentStatus,
  paymentOfCheckout,
} from "#app/domain/control/billing/payments.ts";

const status = fc.constantFrom<PaymentStatus>("processing", "failed", "paid");

test.each([
  ["open", "unpaid", null, "open"],
  ["expired", "unpaid", null, "open"],
  ["open", "unpaid", "requires_payment_method", "open"],
  ["complete", "paid", "succeeded", "paid"],
  ["complete", "unpaid", "processing", "processing"],
  ["complete", "unpaid", "requires_action", "processing"],
  ["complete", "unpaid", "requires_payment_method", "failed"],
  ["complete", "unpaid", "canceled", "failed"],
] as const)("a session that is %s, %s, with an intent %s means %s", (session, payment, intent, means) => {
  expect(paymentOfCheckout({ status: session, paymentStatus: payment, paymentIntentStatus: intent })).toBe(
    means,
  );
});

// product/billing.md#payment
test("looks at Stripe stored in any order, any number of times, end in the same status", () => {
  fc.assert(
    fc.property(fc.array(status, { minLength: 1 }), fc.array(fc.nat()), (looks, order) => {
      const fold = (list: readonly PaymentStatus[]) =>
        list.reduce(advancePayment, "processing" as PaymentStatus);
      const shuffled = looks
        .map((look, i) => ({ look, key: order[i] ?? i }))
        .sort((a, b) => a.key - b.key)
        .map(({ look }) => look);
      expect(fold(shuffled)).toBe(fold(looks));
      expect(fold([...looks, ...looks])).toBe(fold(looks));
      if (looks.includes("paid")) expect(fold(looks)).toBe("paid");
    }),
  );
});

test.each<[PaymentStatus[], string]>([
  [["paid"], "active"],
  [["processing"], "active"],
  [["failed"], "suspended"],
  [["failed", "processing"], "suspended"],
  [["failed", "paid"], "active"],
  [["failed", "failed"], "suspended"],
])("a club with the payments %j is %s", (payments, status) => {
  expect(clubStatusFromPayments(payments)).toBe(status);
});

test("a paid payment always makes the club active", () => {
  fc.assert(
    fc.property(fc.array(status), (payments) => {
      expect(clubStatusFromPayments([...payments, "paid"])).toBe("active");
    }),
  );
});
