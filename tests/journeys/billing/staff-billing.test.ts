import { afterAll, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { paidClub } from "#tests/support/paid-club.ts";
import { openShop } from "#tests/support/shop.ts";
import { cookiesOf, staffOf } from "#tests/support/staff.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { orderRefund } = await import("#app/domain/control/billing/refund-orders.server.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { readMoney } = await import("#app/journeys/billing/ledger.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");

const staff = staffOf(world);
const cookie = cookiesOf(await staff.signIn((await staff.staff("admin")).email));
const page = async (path: string) => (await world.ask(path, { cookie })).text();
const send = (path: string, form: Record<string, string>) => world.ask(path, { cookie, form });

/** Makes a refund under the guarantee that Stripe refused, because the payment is contested. */
async function refusedRefund() {
  const club = await paidClub(shop);
  const { data } = await stripe().charges.list({ payment_intent: club.paymentIntentId });
  await shop.actOnMoney(data[0]?.id ?? "", "contest");
  const year = await control
    .selectFrom("subscriptions")
    .select("id")
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  const orderId = await inTransaction(control, (tx) =>
    orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId: club.paymentIntentId,
      cents: 74_900,
      why: "guarantee",
      subscriptionId: year.id,
      at: new Date(),
    }),
  );
  await runDueJobs(platform);
  return { ...club, orderId };
}
const stateOf = async (orderId: string) =>
  (
    await control
      .selectFrom("refund_orders")
      .select("state")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow()
  ).state;
const runsStill = async (code: string) =>
  Date.parse((await findClub(control, code))?.term_ends_at ?? "") > Date.now();
const mails = async (code: string, tag: string) =>
  readMails(
    control
      .selectFrom("mails")
      .selectAll()
      .where("club_code", "=", code)
      .where("tag", "=", tag)
      .orderBy("created_at")
      .execute(),
  );

// product/billing.md#billing
describe("a refund that Stripe refused", () => {
  test("a refund that Stripe refused is asked for again, and leaves the list once Stripe takes it", async () => {
    const { code, orderId, paymentIntentId } = await refusedRefund();
    expect(await page("/admin/billing")).toContain(orderId);
    const path = `/admin/billing/refunds/${orderId}`;
    expect((await send(path, { decision: "retry", note: "" })).status).toBe(422);
    await send(path, { decision: "retry", note: "Perhaps now" });
    expect([await stateOf(orderId), await runsStill(code)]).toEqual(["refused", true]);
    const { data } = await stripe().disputes.list({ payment_intent: paymentIntentId });
    await shop.actOnMoney(data[0]?.id ?? "", "win");
    await send(path, { decision: "retry", note: "The dispute was won" });
    expect([await stateOf(orderId), await runsStill(code)]).toEqual(["sent", false]);
    expect(await page("/admin/billing")).not.toContain(orderId);
    expect(await page(`/admin/clubs/${code}/money`)).toContain("-$749");
  });

  test("a refund that Stripe refused is closed as made by hand, once: the club reads how, and the year ends with it", async () => {
    const { code, orderId, paymentIntentId } = await refusedRefund();
    const path = `/admin/billing/refunds/${orderId}`;
    const form = { decision: "by-hand", note: "By check 1041 of November 24" };
    expect((await send(path, form)).status).toBe(303);
    expect((await send(path, form)).status).toBe(422);
    expect([await stateOf(orderId), await runsStill(code)]).toEqual(["settled", false]);
    const [mail, ...more] = await mails(code, "refund-by-hand");
    expect(mail?.text).toContain("By check 1041 of November 24");
    expect(more).toEqual([]);
    expect(await page("/admin/billing")).not.toContain(orderId);
    // It went back: winning the dispute later does not let it go back a second time.
    const { data } = await stripe().disputes.list({ payment_intent: paymentIntentId });
    await shop.actOnMoney(data[0]?.id ?? "", "win");
    await readMoney(control, paymentIntentId);
    const { refundSources } = await import("#app/domain/control/billing/years.server.ts");
    const year = await control
      .selectFrom("subscriptions")
      .selectAll()
      .where("club_code", "=", code)
      .executeTakeFirstOrThrow();
    expect(await refundSources(control, year)).toEqual([{ paymentIntentId, leftCents: 0 }]);
  });
});

// product/billing.md#guarantee
describe("the page of the guarantee", () => {
  test("the page of the guarantee names the year and the sum, and refunds it", async () => {
    const club = await paidClub(shop);
    const path = `/admin/clubs/${club.code}/guarantee`;
    const shown = await page(path);
    for (const words of ["Guarantee until", "Refund $749", 'name="cents" value="74900"'])
      expect(shown).toContain(words);
    expect((await send(path, { cents: "74900", note: "" })).status).toBe(422);
    expect(await runsStill(club.code)).toBe(true);
    expect((await send(path, { cents: "74900", note: "Not used" })).status).toBe(303);
    expect(await runsStill(club.code)).toBe(false);
    expect(await page(path)).toContain("No other paid year runs or is to come.");
  });

  test("the page of the guarantee looks at Stripe before it offers or refunds anything", async () => {
    const club = await paidClub(shop);
    const { data } = await stripe().charges.list({ payment_intent: club.paymentIntentId });
    await shop.actOnMoney(data[0]?.id ?? "", "contest");
    const path = `/admin/clubs/${club.code}/guarantee`;
    const shown = await page(path);
    for (const words of ["$749 contested, the bank decides", "Accept the Guarantee"])
      expect(shown).toContain(words);
    const answer = await send(path, { cents: "74900", note: "Not used" });
    const next = await world.ask(answer.headers.get("Location") ?? "", {
      cookie: `${cookie}; ${cookiesOf(answer)}`,
    });
    expect(await next.text()).toContain("Nothing was refunded.");
    expect(await runsStill(club.code)).toBe(true);
  });
});

describe("an open invoice", () => {
  async function invoiced() {
    const club = await paidClub(shop);
    await inTransaction(control, (tx) =>
      settle(tx, { clubCode: club.code, players: 900, orderedBy: "adm", at: new Date() }),
    );
    await runDueJobs(platform);
    const { id } = await control
      .selectFrom("invoices")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    return { ...club, invoiceId: id, path: `/admin/billing/invoices/${id}` };
  }
  const statusOf = async (id: string) =>
    (await control.selectFrom("invoices").select("status").where("id", "=", id).executeTakeFirstOrThrow())
      .status;

  test("an open invoice is sent again", async () => {
    const { code, path } = await invoiced();
    await send(path, { decision: "resend", note: "They asked for it" });
    expect(await mails(code, "invoice-open")).toHaveLength(2);
  });

  test("an open invoice is voided: the club keeps its package, owes nothing and reads so", async () => {
    const { code, invoiceId, path } = await invoiced();
    expect(await page("/admin/billing")).toContain(invoiceId);
    await send(path, { decision: "void", note: "Agreed on the phone" });
    expect(await page("/admin/billing")).not.toContain(invoiceId);
    await runDueJobs(platform);
    expect(await statusOf(invoiceId)).toBe("void");
    expect(await findClub(control, code)).toMatchObject({ plan: "large" });
    expect(await mails(code, "invoice-withdrawn")).toHaveLength(1);
    expect((await send(path, { decision: "void", note: "Again" })).status).toBe(422);
  });

  test("an open invoice is not voided where it was just paid: Stripe is asked before", async () => {
    const { invoiceId, path } = await invoiced();
    await shop.payInvoice(invoiceId);
    expect((await send(path, { decision: "void", note: "Too late" })).status).toBe(422);
    expect(await statusOf(invoiceId)).toBe("paid");
  });
});

test("more than a page of refused refunds: the newest are first, and the others on the next page", async () => {
  const order = { why: "held", state: "refused", amount_cents: 100, attempt: 0, note: "" } as const;
  for (let day = 1; day <= 60; day++)
    await control
      .insertInto("refund_orders")
      .values({
        ...order,
        id: `long-list-${day}`,
        payment_intent_id: `pi_${day}`,
        ordered_at: new Date(Date.UTC(2027, 0, day)).toISOString(),
      })
      .execute();
  const first = await page("/admin/billing");
  expect(first).toContain("long-list-60");
  expect(first).not.toContain('long-list-5"');
  expect(first).toContain("/admin/billing?refunds=2");
  expect(await page("/admin/billing?refunds=2")).toContain('long-list-5"');
});

test("the club's page of money shows what moved, the invoice and the emails, in dollars", async () => {
  const club = await paidClub(shop);
  await inTransaction(control, (tx) =>
    settle(tx, { clubCode: club.code, players: 900, orderedBy: "adm", at: new Date() }),
  );
  await runDueJobs(platform);
  const shown = await page(`/admin/clubs/${club.code}/money`);
  for (const words of ["Large, $1,499 a year", "$749", "$750", "Invoice open", "Pending", "as estimated"])
    expect(shown).toContain(words);
  expect(await page(`/admin/clubs/${club.code}`)).toContain("Paid until");
});
