import fc from "fast-check";
import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { runs } from "#tests/support/runs.ts";
import { soon } from "../support/soon.ts";
import { CARD, ORDER, openSandbox, WEBHOOK_SECRET } from "./fixture.ts";

let fixture: Awaited<ReturnType<typeof openSandbox>>;
let stripe: Stripe;
beforeEach(async () => {
  fixture = await openSandbox();
  stripe = fixture.stripe();
  return fixture.close;
});

const act = (id: string, what: string, amount?: number) =>
  fixture.page(`/sandbox/money/${id}`, { act: what, ...(amount && { amount: (amount / 100).toFixed(2) }) });
const types = () =>
  fixture.app.received.map(
    ({ body, headers }) =>
      stripe.webhooks.constructEvent(body, String(headers["stripe-signature"]), WEBHOOK_SECRET).type,
  );

async function paid(bank = false) {
  const { id } = await stripe.checkout.sessions.create(ORDER);
  const account = { name: "Ada", routingNumber: "110000000", accountNumber: "000123456789" };
  if (bank) {
    await fixture.page(`/sandbox/checkout/${id}/bank`, { email: CARD.email, ...account });
    await fixture.page(`/sandbox/bank-payments/${id}`, { outcome: "succeeded" });
  } else await fixture.page(`/sandbox/checkout/${id}/card`, CARD);
  const session = await stripe.checkout.sessions.retrieve(id);
  const intent = String(session.payment_intent);
  const charge = (await stripe.charges.list({ payment_intent: intent })).data[0];
  if (!charge) throw new Error("nothing was charged");
  return { intent, charge: charge.id, customer: String(session.customer), invoice: String(session.invoice) };
}

async function opened(customer: string, cents = 75_000) {
  const { id } = await stripe.invoices.create({
    customer,
    collection_method: "send_invoice",
    days_until_due: 7,
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    metadata: { settlement: "s1" },
  });
  await stripe.invoiceItems.create({ customer, invoice: id, amount: cents, currency: "usd" });
  return stripe.invoices.finalizeInvoice(id);
}

async function booked() {
  let cents = 0;
  for await (const { net, fee } of stripe.balanceTransactions.list({ limit: 3 })) cents += net - fee;
  return cents;
}

describe("refunds", () => {
  test.each(["", "abc", "-5", "12.345", "1e3", "0"])(
    "a refund of '%s' dollars by hand is refused",
    async (amount) => {
      const { intent, charge } = await paid();
      await fixture.page(`/sandbox/money/${charge}`, { act: "refund", amount });
      expect((await stripe.refunds.list({ payment_intent: intent })).data).toEqual([]);
      await fixture.page(`/sandbox/money/${charge}`, { act: "refund", amount: "0.01" });
      const [part] = (await stripe.refunds.list({ payment_intent: intent })).data;
      expect(part?.amount).toBe(1);
    },
  );

  test("partial refunds, by payment or charge, sum up to no more than was paid", async () => {
    const { intent, charge } = await paid();
    const first = await stripe.refunds.create({ payment_intent: intent, amount: 10_000 });
    expect(first).toMatchObject({ status: "succeeded", amount: 10_000, charge });
    await expect(stripe.refunds.create({ charge, amount: 64_901 })).rejects.toThrow(
      "greater than unrefunded amount",
    );
    expect((await stripe.refunds.create({ charge })).amount).toBe(64_900);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const read = await stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] });
    expect(read.latest_charge).toMatchObject({ id: charge, amount_refunded: 74_900, refunded: true });
    expect((await stripe.refunds.list({ charge })).data).toHaveLength(2);
    expect(await booked()).toBe(0);
    await soon(() => expect(types().filter((type) => type === "charge.refunded")).toHaveLength(2));
  });

  test("refunds of a bank payment are pending, and bring the money back when they fail", async () => {
    const { intent } = await paid(true);
    const { id, status } = await stripe.refunds.create({ payment_intent: intent });
    expect(status).toBe("pending");
    expect(await booked()).toBe(0);
    await act(id, "fail");
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "failed" });
    expect(await booked()).toBe(74_900);
    expect((await stripe.balanceTransactions.list({ type: "refund_failure" })).data).toMatchObject([
      { amount: 74_900, fee: 0, source: id },
    ]);
    await soon(() => expect(types()).toEqual(expect.arrayContaining(["refund.updated", "refund.failed"])));
  });

  test("refunds are refused for unknown payments, and for wrong parameters", async () => {
    const { intent } = await paid();
    const refused = (params: object) => stripe.refunds.create(params as Stripe.RefundCreateParams);
    await expect(refused({ charge: "ch_none" })).rejects.toMatchObject({ code: "resource_missing" });
    await expect(refused({ payment_intent: "pi_none" })).rejects.toMatchObject({ code: "resource_missing" });
    await expect(refused({})).rejects.toThrow("payment_intent or charge");
    await expect(refused({ payment_intent: intent, amount: 1.5 })).rejects.toThrow("Invalid integer");
    await expect(refused({ payment_intent: intent, reason: "whim" })).rejects.toThrow("Invalid reason");
    await expect(refused({ payment_intent: intent, sum: 3 })).rejects.toMatchObject({
      code: "parameter_unknown",
    });
    await expect(stripe.refunds.list({ starting_after: "re_none" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});

describe("an invoice", () => {
  test("an invoice goes from draft to paid by card, with the payment that paid it", async () => {
    const { customer } = await paid();
    const invoice = await opened(customer);
    expect(invoice).toMatchObject({ status: "open", amount_due: 75_000, metadata: { settlement: "s1" } });
    expect((invoice.due_date ?? 0) - invoice.created).toBeGreaterThanOrEqual(7 * 86_400);
    const path = new URL(invoice.hosted_invoice_url ?? "").pathname;
    expect(await (await fixture.page(path)).text()).toContain("$750.00");
    const declined = { ...CARD, cardNumber: "4000000000000002" };
    expect((await fixture.page(path, declined)).status).toBe(422);
    expect((await fixture.page(path, CARD)).status).toBe(303);
    await fixture.page(path, CARD);
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: "paid", amount_paid: 75_000 });
    const [payment] = (await stripe.invoicePayments.list({ invoice: invoice.id })).data;
    const intent = String(payment?.payment.payment_intent);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: "succeeded" });
    expect((await stripe.charges.list({ payment_intent: intent })).data).toMatchObject([{ amount: 75_000 }]);
    expect(await booked()).toBe(149_900);
    const kinds = ["created", "finalized", "payment_failed", "paid"].map((kind) => `invoice.${kind}`);
    await soon(() =>
      expect(
        types()
          .filter((type) => type.startsWith("invoice."))
          .sort(),
      ).toEqual(kinds.sort()),
    );
  });

  test("an invoice paid from a bank is open until the bank settles, and open again when it does not", async () => {
    const { customer } = await paid();
    const { id } = await opened(customer);
    for (const [outcome, status] of [
      ["fail", "open"],
      ["arrive", "paid"],
    ] as const) {
      await fixture.page(`/sandbox/invoices/${id}/bank`, {});
      expect((await stripe.invoices.retrieve(id)).status).toBe("open");
      await expect(stripe.invoices.voidInvoice(id)).rejects.toThrow("processing");
      await act(id, outcome);
      expect((await stripe.invoices.retrieve(id)).status).toBe(status);
    }
  });

  test("an invoice can be sent, void or given up, and one of a Checkout session is read like them", async () => {
    const { customer, invoice } = await paid();
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: "paid", total: 74_900 });
    const first = await opened(customer);
    await stripe.invoices.sendInvoice(first.id);
    expect((await stripe.invoices.voidInvoice(first.id)).status).toBe("void");
    await expect(stripe.invoices.pay(first.id, { paid_out_of_band: true })).rejects.toThrow("void");
    const second = await opened(customer);
    expect((await stripe.invoices.markUncollectible(second.id)).status).toBe("uncollectible");
    expect((await stripe.invoices.pay(second.id, { paid_out_of_band: true })).status).toBe("paid");
    expect((await stripe.invoices.list({ customer, status: "paid" })).data).toHaveLength(2);
    expect(await booked()).toBe(74_900);
    await expect(opened("cus_none")).rejects.toMatchObject({ code: "resource_missing" });
  });
});

test("a contested payment is gone until it is won, and cannot be refunded meanwhile", async () => {
  const { charge } = await paid();
  await act(charge, "contest");
  const [dispute] = (await stripe.disputes.list({ charge })).data;
  const id = dispute?.id ?? "";
  expect(await booked()).toBe(0);
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
  await act(id, "respond");
  expect((await stripe.disputes.retrieve(id)).status).toBe("under_review");
  await act(id, "win");
  expect(await booked()).toBe(74_900);
  const kinds = ["created", "funds_withdrawn", "updated", "funds_reinstated", "closed"];
  await soon(() =>
    expect(types()).toEqual(expect.arrayContaining(kinds.map((kind) => `charge.dispute.${kind}`))),
  );
});

test("the list of movements always has the sum of the charges, refunds and disputes", async () => {
  const ids: string[] = [];
  for (const bank of [false, true]) ids.push((await paid(bank)).charge);
  const { customer } = await paid();
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom("refund", "refund", "contest", "win", "lose", "fail", "arrive", "pay", "invoice"),
      which: fc.nat(50),
      cents: fc.integer({ min: 1, max: 40_000 }),
    }),
    { minLength: 3, maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      for (const { what, which, cents } of story) {
        if (what === "invoice") ids.push((await opened(customer, cents)).id);
        else await act(ids[which % ids.length] ?? "", what, what === "refund" ? cents : undefined);
        for (const list of [stripe.charges, stripe.refunds, stripe.disputes])
          for (const { id } of (await list.list({ limit: 100 })).data) if (!ids.includes(id)) ids.push(id);
      }
      let cents = 0;
      for await (const charge of stripe.charges.list({ limit: 5 })) cents += charge.amount_captured;
      for await (const refund of stripe.refunds.list({ limit: 5 }))
        if (refund.status !== "failed") cents -= refund.amount;
      for await (const { status, amount } of stripe.disputes.list({ limit: 5 }))
        if (status !== "won") cents -= amount;
      expect(await booked()).toBe(cents);
      expect(fixture.sandbox.balance()).toBe(cents);
    }),
    { numRuns: runs(5, 15) },
  );
}, 60_000);
