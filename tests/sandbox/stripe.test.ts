import Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { soon } from "../support/soon.ts";
import { CARD, ORDER, openSandbox, stripeAt, WEBHOOK_SECRET } from "./fixture.ts";

let fixture: Awaited<ReturnType<typeof openSandbox>>;
// One for each test: a webhook may arrive after its test has ended.
beforeEach(async () => {
  fixture = await openSandbox();
  return fixture.close;
});
const open = () => fixture.stripe().checkout.sessions.create(ORDER);
const read = (id: string) => fixture.stripe().checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
const pay = (id: string, card: Partial<typeof CARD>) =>
  fixture.page(`/sandbox/checkout/${id}/card`, { ...CARD, ...card });
const intentOf = (session: Stripe.Checkout.Session) => session.payment_intent as Stripe.PaymentIntent | null;

/** Lists the events that reached the app, each verified as the app would. */
function events() {
  return fixture.app.received.map(({ body, headers }) =>
    fixture.stripe().webhooks.constructEvent(body, String(headers["stripe-signature"]), WEBHOOK_SECRET),
  );
}
const typesAndSessions = () => events().map(({ type, data }) => [type, (data.object as { id: string }).id]);

test("the SDK opens an unpaid payment page for the order, under the app's own address", async () => {
  const session = await open();
  expect(session).toMatchObject({
    object: "checkout.session",
    livemode: false,
    status: "open",
    payment_status: "unpaid",
    amount_total: 74_900,
    currency: "usd",
    client_reference_id: "signup-1",
    customer_email: "ada@lakeside.example",
    metadata: { plan: "standard" },
    url: `${fixture.app.url}/sandbox/checkout/${session.id}`,
    payment_intent: null,
  });
  expect(session.id).toMatch(/^cs_test_\w{50,}$/);
  const page = await (await fixture.page(`/sandbox/checkout/${session.id}`)).text();
  for (const words of ["$749.00", "Goodside Standard, one year", "ada@lakeside.example", "Lakeside FC"])
    expect(page).toContain(words);
  expect(page).toContain(`href="${ORDER.cancel_url}"`);
  expect(page).not.toContain("<script");
});

test("card 4242 pays, redirects to success with the session's id and sends one webhook", async () => {
  const { id } = await open();
  const answer = await pay(id, {});
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`https://goodside.test/success?session=${id}`);
  const session = await read(id);
  expect(session).toMatchObject({ status: "complete", payment_status: "paid", url: null });
  expect(session.customer).toMatch(/^cus_/);
  expect(session.invoice).toMatch(/^in_/);
  expect(intentOf(session)).toMatchObject({ status: "succeeded", amount_received: 74_900 });
  await soon(() => expect(typesAndSessions()).toEqual([["checkout.session.completed", id]]));
  expect(events()[0]).toMatchObject({ livemode: false, api_version: Stripe.API_VERSION });
});

test("a page cannot be paid twice, at once or later, by card or by bank", async () => {
  const { id } = await open();
  await Promise.all([pay(id, {}), pay(id, {}), pay(id, {})]);
  const intent = intentOf(await read(id))?.id;
  await fixture.page(`/sandbox/checkout/${id}/bank`, { ...BANK });
  expect(intentOf(await read(id))).toMatchObject({ id: intent, status: "succeeded" });
  expect(await (await fixture.page(`/sandbox/checkout/${id}`)).text()).toContain(
    "This payment has been made",
  );
  await soon(() => expect(fixture.app.received).toHaveLength(1));
});

test.each([
  ["4000000000000002", "Your card was declined."],
  ["4000000000000069", "Your card has expired."],
  ["4242424242424241", "Your card number is invalid."],
  ["4242", "Your card number is incomplete."],
  ["5555555555554444", "Your card was declined. Only the test cards listed on this page can pay here."],
])("the card %s is refused: %s", async (cardNumber, message) => {
  const { id } = await open();
  const answer = await pay(id, { cardNumber });
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain(message);
  expect(page).toContain(`value="${cardNumber}"`);
  const session = await read(id);
  expect(session).toMatchObject({ status: "open", payment_status: "unpaid" });
  expect(intentOf(session)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { message },
  });
  expect((await pay(id, {})).status).toBe(303);
  expect((await read(id)).payment_status).toBe("paid");
});

test("a wrong expiry, security code or email shows an error and pays nothing", async () => {
  const { id } = await open();
  for (const [typed, message] of [
    [{ cardExpiry: "01 / 20" }, "Your card&#x27;s expiration date is in the past."],
    [{ cardExpiry: "13 / 34" }, "Your card&#x27;s expiration date is incomplete."],
    [{ cardCvc: "1" }, "Your card&#x27;s security code is incomplete."],
    [{ email: "ada" }, "Your email is incomplete."],
  ] as const) {
    const answer = await pay(id, typed);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
  }
  expect((await read(id)).status).toBe("open");
});

test("3-D Secure returns with an error when it fails and pays when it succeeds", async () => {
  const { id } = await open();
  const path = `/sandbox/checkout/${id}`;
  const asked = await pay(id, { cardNumber: "4000002760003184" });
  expect(asked.headers.get("location")).toBe(`${path}/authenticate`);
  expect(intentOf(await read(id))?.status).toBe("requires_action");

  const failed = await fixture.page(`${path}/authenticate`, { outcome: "fail" });
  expect(failed.headers.get("location")).toBe(`${path}?failed=authentication`);
  expect(await (await fixture.page(`${path}?failed=authentication`)).text()).toContain(
    "We are unable to authenticate your payment method.",
  );
  expect((await read(id)).status).toBe("open");
  expect((await fixture.page(`${path}/authenticate`, { outcome: "complete" })).headers.get("location")).toBe(
    `${path}?failed=authentication`,
  );

  await pay(id, { cardNumber: "4000002760003184" });
  const passed = await fixture.page(`${path}/authenticate`, { outcome: "complete" });
  expect(passed.headers.get("location")).toBe(`https://goodside.test/success?session=${id}`);
  expect((await read(id)).payment_status).toBe("paid");
});

const BANK = {
  email: "ada@lakeside.example",
  name: "Ada Admin",
  routingNumber: "110000000",
  accountNumber: "000123456789",
};

test.each([
  ["succeeded", "paid", "succeeded"],
  ["failed", "unpaid", "requires_payment_method"],
])("a bank payment is pending first, then has %s, once", async (outcome, paymentStatus, intentStatus) => {
  const { id } = await open();
  const answer = await fixture.page(`/sandbox/checkout/${id}/bank`, BANK);
  expect(answer.headers.get("location")).toBe(`https://goodside.test/success?session=${id}`);
  const onItsWay = await read(id);
  expect(onItsWay).toMatchObject({ status: "complete", payment_status: "unpaid", invoice: null });
  expect(intentOf(onItsWay)?.status).toBe("processing");
  await soon(() => expect(typesAndSessions()).toEqual([["checkout.session.completed", id]]));
  expect(await (await fixture.page("/sandbox/bank-payments")).text()).toContain("Account ending in 6789");

  await fixture.page(`/sandbox/bank-payments/${id}`, { outcome });
  await fixture.page(`/sandbox/bank-payments/${id}`, {
    outcome: outcome === "failed" ? "succeeded" : "failed",
  });
  const settled = await read(id);
  expect(settled).toMatchObject({ status: "complete", payment_status: paymentStatus });
  expect(intentOf(settled)?.status).toBe(intentStatus);
  await soon(() => expect(fixture.app.received).toHaveLength(2));
  expect(typesAndSessions()[1]).toEqual([`checkout.session.async_payment_${outcome}`, id]);
});

test("an Idempotency-Key returns the same session and is refused for another order", async () => {
  const options = { idempotencyKey: "checkout:signup-1:1" };
  const { sessions } = fixture.stripe().checkout;
  const [first, again] = [await sessions.create(ORDER, options), await sessions.create(ORDER, options)];
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  const other = { ...ORDER, line_items: [{ price: "price_sandbox_large", quantity: 1 }] };
  await expect(sessions.create(other, options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect((await open()).id).not.toBe(first.id);
});

test("invalid orders get Stripe's errors", async () => {
  const { sessions } = fixture.stripe().checkout;
  const { success_url: _, ...withoutSuccess } = ORDER;
  const refusals: [Stripe.Checkout.SessionCreateParams, Record<string, unknown>][] = [
    [
      { ...ORDER, customer_email: "ada" },
      { code: "email_invalid", param: "customer_email" },
    ],
    [{ ...ORDER, line_items: [{ price: "price_x", quantity: 1 }] }, { code: "resource_missing" }],
    [withoutSuccess, { code: "parameter_missing", param: "success_url" }],
    [
      { ...ORDER, cancel_url: "/signup" },
      { code: "url_invalid", param: "cancel_url" },
    ],
    [{ ...ORDER, mode: "subscription" }, { param: "mode" }],
    [{ ...ORDER, allow_promotion_codes: true }, { code: "parameter_unknown" }],
  ];
  for (const [order, expected] of refusals) {
    const error = await sessions.create(order).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ ...expected, statusCode: 400, requestId: expect.stringMatching(/^req_/) });
  }
  await expect(read("cs_test_nowhere")).rejects.toMatchObject({ code: "resource_missing", statusCode: 404 });
  await expect(stripeAt(fixture.sandbox, "sk_live_x").checkout.sessions.create(ORDER)).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
});

test("prices can be found by lookup key", async () => {
  const { data } = await fixture.stripe().prices.list({ lookup_keys: ["goodside_large"] });
  expect(data.map(({ id, unit_amount }) => [id, unit_amount])).toEqual([["price_sandbox_large", 149_900]]);
});

test("a webhook is retried with a valid signature until the app answers 2xx", async () => {
  fixture.app.answers.push(500, 302, 404);
  const { id } = await open();
  await pay(id, {});
  await soon(() => expect(fixture.app.received).toHaveLength(4));
  expect(new Set(events().map((event) => event.id)).size).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(fixture.app.received).toHaveLength(4);
  const { body, headers } = fixture.app.received[0] as { body: string; headers: Record<string, string> };
  expect(() =>
    fixture.stripe().webhooks.constructEvent(`${body} `, headers["stripe-signature"] ?? "", WEBHOOK_SECRET),
  ).toThrow(Stripe.errors.StripeSignatureVerificationError);
});

test("an event can be sent again by hand", async () => {
  const { id } = await open();
  await pay(id, {});
  await soon(() => expect(fixture.app.received).toHaveLength(1));
  const eventId = events()[0]?.id;
  expect(await (await fixture.page("/sandbox/webhooks")).text()).toContain(eventId);
  expect((await fixture.page(`/sandbox/webhooks/${eventId}`, {})).status).toBe(303);
  await soon(() => expect(events().map((event) => event.id)).toEqual([eventId, eventId]));
});

test("a page expires by hand or after a day of the app's clock and cannot be paid afterwards", async () => {
  const [byHand, late] = [await open(), await open()];
  expect(await fixture.stripe().checkout.sessions.expire(byHand.id)).toMatchObject({
    status: "expired",
    url: null,
  });
  await expect(fixture.stripe().checkout.sessions.expire(byHand.id)).rejects.toMatchObject({
    statusCode: 400,
  });
  await fixture.page("/sandbox/clock", { hours: "25" });
  await soon(() =>
    expect(typesAndSessions()).toEqual(
      expect.arrayContaining([
        ["checkout.session.expired", byHand.id],
        ["checkout.session.expired", late.id],
      ]),
    ),
  );
  await pay(late.id, {});
  expect(await read(late.id)).toMatchObject({ status: "expired", payment_status: "unpaid" });
  expect(await (await fixture.page(`/sandbox/checkout/${late.id}`)).text()).toContain("has expired");
  await fixture.page("/sandbox/clock", { real: "yes" });
});

test("sessions, keys and undelivered webhooks survive a restart", async () => {
  const options = { idempotencyKey: "checkout:signup-2:1" };
  const { id } = await fixture.stripe().checkout.sessions.create(ORDER, options);
  fixture.app.answers.push(...Array<number>(60).fill(500));
  await pay(id, {});
  await soon(() => expect(fixture.app.received.length).toBeGreaterThan(0));
  await fixture.restart();
  fixture.app.answers.length = 0;
  expect(await read(id)).toMatchObject({ status: "complete", payment_status: "paid" });
  expect((await fixture.stripe().checkout.sessions.create(ORDER, options)).id).toBe(id);
  await soon(async () =>
    expect(await (await fixture.page("/sandbox/webhooks")).text()).not.toContain("waiting"),
  );
  expect(typesAndSessions().at(-1)).toEqual(["checkout.session.completed", id]);
});

test("a payment page that does not exist is a 404", async () => {
  for (const path of ["/sandbox/checkout/cs_test_x", "/sandbox/checkout/cs_test_x/authenticate"])
    expect((await fixture.page(path)).status).toBe(404);
  expect((await fixture.page("/sandbox/checkout/cs_test_x/card", CARD)).status).toBe(404);
});
