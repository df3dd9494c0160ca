import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { CARD, openSandbox, WEBHOOK_SECRET } from "../sandbox/fixture.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { soon } from "../support/soon.ts";

const fixture = await openSandbox();
const line = await startFaultProxy(fixture.sandbox.url);
process.env.SANDBOX_URL = line.url;
process.env.STRIPE_WEBHOOK_SECRET = WEBHOOK_SECRET;
afterAll(async () => {
  await line.close();
  await fixture.close();
});
const { createCheckout, expireCheckout, readCheckout, verifyWebhook } = await import(
  "#app/payments/stripe.server.ts"
);

beforeEach(() => {
  line.keys.length = 0;
  line.next.length = 0;
});

let made = 0;
/** Builds Lakeside's sign-up for the large package, ready to pay. */
function order(more: Partial<Parameters<typeof createCheckout>[0]> = {}) {
  made += 1;
  return {
    signupId: `signup-${made}`,
    attempt: 1,
    plan: "large" as const,
    email: "ada@lakeside.example",
    clubName: "Lakeside FC",
    successUrl: "https://goodside.test/success?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://goodside.test/signup/payment",
    idempotencyKey: `checkout:signup-${made}:1`,
    ...more,
  };
}

async function opened(more: Parameters<typeof order>[0] = {}): Promise<{ id: string; url: string }> {
  const page = await createCheckout(order(more));
  if ("refused" in page) throw new Error(page.message);
  return page;
}
const sessionsMade = () =>
  new Set(
    readFileSync(join(fixture.dataDir, "sandbox/payments.jsonl"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((text) => (JSON.parse(text) as { id: string }).id),
  ).size;

test("a payment page is opened once, for one year of the plan, by the configured price", async () => {
  const mine = order();
  const page = await createCheckout(mine);
  if ("refused" in page) throw new Error(page.message);
  expect(page.url).toBe(`${fixture.app.url}/sandbox/checkout/${page.id}`);
  expect(line.keys).toEqual([mine.idempotencyKey]);
  const session = await fixture.stripe().checkout.sessions.retrieve(page.id, { expand: ["line_items"] });
  expect(session).toMatchObject({
    mode: "payment",
    allowed_payment_method_types: ["card", "us_bank_account"],
    invoice_creation: { enabled: true, invoice_data: { description: "Lakeside FC" } },
    metadata: { signup_id: mine.signupId, plan: "large", attempt: "1" },
  });
  expect(session.line_items?.data[0]?.price?.id).toBe("price_sandbox_large");
});

test("a payment's state is read from Stripe: open, paid, pending, failed, expired, unknown", async () => {
  const { id, url } = await opened({ signupId: "lakeside" });
  expect(await readCheckout(id)).toEqual({
    id,
    signupId: "lakeside",
    status: "open",
    paymentStatus: "unpaid",
    amountCents: 149_900,
    currency: "usd",
    paymentIntentId: null,
    customerId: null,
    paymentIntentStatus: null,
    declined: null,
    livemode: false,
  });
  await fixture.page(`${new URL(url).pathname}/card`, CARD);
  expect(await readCheckout(id)).toMatchObject({
    status: "complete",
    paymentStatus: "paid",
    paymentIntentStatus: "succeeded",
    declined: null,
    paymentIntentId: expect.stringMatching(/^pi_/),
    customerId: expect.stringMatching(/^cus_/),
  });

  const bank = await opened();
  const account = { name: "Ada", routingNumber: "110000000", accountNumber: "000123456789" };
  await fixture.page(`/sandbox/checkout/${bank.id}/bank`, { email: "ada@lakeside.example", ...account });
  expect(await readCheckout(bank.id)).toMatchObject({
    status: "complete",
    paymentStatus: "unpaid",
    paymentIntentStatus: "processing",
    declined: null,
  });
  await fixture.page(`/sandbox/bank-payments/${bank.id}`, { outcome: "failed" });
  expect(await readCheckout(bank.id)).toMatchObject({
    paymentStatus: "unpaid",
    paymentIntentStatus: "requires_payment_method",
    declined: "The customer's account has insufficient funds to cover this payment.",
  });

  const closed = await opened();
  expect(await expireCheckout(closed.id)).toBe(true);
  expect(await expireCheckout(closed.id)).toBe(false);
  expect(await readCheckout(closed.id)).toMatchObject({ status: "expired", paymentStatus: "unpaid" });
  expect(await readCheckout("cs_test_nowhere")).toBeNull();
});

test("a lost answer is requested again with the same key: one page, not two", async () => {
  const before = sessionsMade();
  line.next.push("answer lost");
  const mine = order();
  const page = await createCheckout(mine);
  expect(line.keys).toEqual([mine.idempotencyKey, mine.idempotencyKey]);
  expect(sessionsMade()).toBe(before + 1);
  expect(await createCheckout(mine)).toEqual(page);
  expect(sessionsMade()).toBe(before + 1);
});

test("one key for two different orders is a mistake of ours, and said loudly", async () => {
  const mine = order();
  await createCheckout(mine);
  await expect(createCheckout({ ...mine, plan: "standard" })).rejects.toThrow(/idempotent/);
});

test("an e-mail that Stripe does not take is refused in its words", async () => {
  expect(await createCheckout(order({ email: "ada@" }))).toEqual({
    refused: "rejected",
    message: "Invalid email address: ada@",
  });
});

test("an outage of Stripe is a refusal with a message for the page, and looking up then throws", async () => {
  line.next.push("away");
  expect(await createCheckout(order())).toEqual({
    refused: "unavailable",
    message: "Failed to initialize payment",
  });
  line.next.push("away");
  await expect(readCheckout("cs_test_x")).rejects.toThrow(/down/);
});

test("a webhook counts only with the signature over exactly its body, and neither old nor of the future", async () => {
  const { id } = await opened();
  await fixture.page(`/sandbox/checkout/${id}/card`, CARD);
  // A webhook of an earlier test may still arrive.
  const about = () => fixture.app.received.filter(({ body }) => body.includes(id));
  await soon(() => expect(about()).toHaveLength(1));
  const { body, headers } = about()[0]!;
  const signature = String(headers["stripe-signature"]);
  expect(verifyWebhook(Buffer.from(body), signature)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: "checkout.session.completed",
    objectId: id,
    livemode: false,
  });
  expect(verifyWebhook(body.replace(id, "cs_test_other"), signature)).toBeNull();
  expect(verifyWebhook(body, null)).toBeNull();
  for (const nonsense of ["", "nonsense", "t=1,v1=", "t=1", `${signature},v1=`.replace("v1=", "v0=")])
    expect(verifyWebhook(body, nonsense), nonsense).toBeNull();
  expect(verifyWebhook("", signature)).toBeNull();
  const signed = (secondsFromNow: number) =>
    fixture.stripe().webhooks.generateTestHeaderString({
      payload: body,
      secret: WEBHOOK_SECRET,
      timestamp: Math.floor(Date.now() / 1000) + secondsFromNow,
    });
  expect(verifyWebhook(body, signed(-301))).toBeNull();
  expect(verifyWebhook(body, signed(4_000))).toBeNull();
  expect(verifyWebhook(body, signed(60))).not.toBeNull();
});
