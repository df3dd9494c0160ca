import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { runs } from "#tests/support/runs.ts";
import { paidClub } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { compareWithStripe } = await import("#app/journeys/billing/ledger.server.ts");
const { readMoney } = await import("#app/journeys/billing/ledger.server.ts");
const { remindOverdue } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { latestChecks } = await import("#app/domain/control/billing/ledger.server.ts");
const { describeBilling } = await import("#app/domain/control/billing/describe-billing.server.ts");
const { closeInvoice } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");
const { receiveWebhookEvent } = await import("#app/journeys/billing/webhook-event.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { newlyOverdue, storeInvoice } = await import("#app/domain/control/billing/invoices.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");

const adjust = (clubCode: string, players: number) =>
  inTransaction(control, (tx) => settle(tx, { clubCode, players, orderedBy: "adm", at: new Date() }));
const ledgerOf = async (code: string) =>
  (
    await control
      .selectFrom("ledger")
      .select(["kind", "amount_cents as cents"])
      .where("club_code", "=", code)
      .orderBy("recorded_at")
      .execute()
  ).map(({ kind, cents }) => [kind, cents]);
const mailsOf = async (code: string) =>
  (await control.selectFrom("mails").select("tag").where("club_code", "=", code).execute()).map(
    ({ tag }) => tag,
  );
const invoicesOf = (code: string) =>
  control.selectFrom("invoices").selectAll().where("club_code", "=", code).orderBy("created_at").execute();
/** Loads the refunds that were ordered: of which payment, and how much. */
const ordersOf = async (code: string) =>
  (
    await control
      .selectFrom("refund_orders")
      .select(["payment_intent_id as payment", "amount_cents as cents"])
      .where("club_code", "=", code)
      .orderBy("ordered_at")
      .execute()
  ).map(({ payment, cents }) => [payment, cents]);
/** Webhooks arrive after a moment; the same look is made at once here. */
const look = async (payment: string) => {
  await readMoney(control, payment);
  await runDueJobs(platform);
};
const event = async (type: string, objectId: string) => {
  await receiveWebhookEvent(control, { id: newId(), type, objectId, livemode: false });
  await runDueJobs(platform);
};

// product/billing.md#settlement
describe("a verified count of players", () => {
  test("a verified count of players that fits a smaller package: the overpayment goes back once, with its mail and its row", async () => {
    const club = await paidClub(shop, { plan: "large", players: 900 });
    expect(await adjust(club.code, 640)).toMatchObject({
      planBefore: "large",
      plan: "standard",
      differenceCents: -75_000,
    });
    await runDueJobs(platform);
    await runDueJobs(platform);
    expect(await findClub(control, club.code)).toMatchObject({ plan: "standard", player_cap: 800 });
    expect(await ledgerOf(club.code)).toEqual([
      ["payment", 149_900],
      ["refund", -75_000],
    ]);
    expect((await mailsOf(club.code)).filter((tag) => tag === "refund-sent")).toHaveLength(1);
  });

  test("a verified count of players that needs a larger package: an invoice, due in 7 days, and paid once", async () => {
    const club = await paidClub(shop, { plan: "standard", players: 700 });
    expect((await adjust(club.code, 1_000)).differenceCents).toBe(75_000);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    expect(invoice).toMatchObject({ status: "open", amount_cents: 75_000 });
    expect(Date.parse(invoice?.due_at ?? "") - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await shop.payInvoice(invoice?.id ?? "");
    await event("invoice.paid", invoice?.id ?? "");
    await event("invoice.paid", invoice?.id ?? "");
    expect((await invoicesOf(club.code)).map(({ status }) => status)).toEqual(["paid"]);
    expect(await ledgerOf(club.code)).toEqual([
      ["payment", 74_900],
      ["payment", 75_000],
    ]);
    const mails = await mailsOf(club.code);
    expect(mails.filter((tag) => tag.startsWith("invoice"))).toEqual(["invoice-open", "invoice-paid"]);
  });

  test("a verified count of players corrected before the invoice was paid: the first is withdrawn, a new one made", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 2_000);
    await runDueJobs(platform);
    expect((await adjust(club.code, 1_000)).differenceCents).toBe(75_000);
    await runDueJobs(platform);
    expect((await invoicesOf(club.code)).map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ["void", 144_600],
      ["open", 75_000],
    ]);
    expect((await adjust(club.code, 500)).differenceCents).toBe(0);
    await runDueJobs(platform);
    expect((await invoicesOf(club.code)).map(({ status }) => status)).toEqual(["void", "void"]);
    expect(await findClub(control, club.code)).toMatchObject({ plan: "standard" });
  });

  test("a verified count of players corrected downwards after the invoice was paid: the refund comes from the newest payment first", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 2_000);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    await shop.payInvoice(invoice?.id ?? "");
    await event("invoice.paid", invoice?.id ?? "");
    expect((await adjust(club.code, 900)).differenceCents).toBe(-69_600);
    await runDueJobs(platform);
    expect((await ledgerOf(club.code)).slice(2)).toEqual([["refund", -69_600]]);
    const paid = (await invoicesOf(club.code))[0]?.payment_intent_id;
    expect(await ordersOf(club.code)).toEqual([[paid, 69_600]]);
    // The rest of the invoice goes back before the first payment is touched.
    expect((await adjust(club.code, 300)).differenceCents).toBe(-75_000);
    expect(await ordersOf(club.code)).toEqual([
      [paid, 69_600],
      [paid, 75_000],
    ]);
  });

  test("a verified count of players corrected while the invoice was being paid: the withdrawn invoice's money goes back, once", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    await adjust(club.code, 500);
    await shop.payInvoice(invoice?.id ?? "");
    await runDueJobs(platform);
    await event("invoice.paid", invoice?.id ?? "");
    await runDueJobs(platform);
    expect(await ledgerOf(club.code)).toEqual([
      ["payment", 74_900],
      ["payment", 75_000],
      ["refund", -75_000],
    ]);
    expect(await findClub(control, club.code)).toMatchObject({ plan: "standard" });
    expect((await mailsOf(club.code)).filter((tag) => tag === "invoice-paid")).toEqual([]);
  });

  test("an invoice's status only moves forward, whatever look is stored last", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    if (!invoice) throw new Error("no invoice");
    const store = (status: "open" | "void" | "paid") =>
      inTransaction(control, (tx) =>
        storeInvoice(
          tx,
          { ...invoice, status, paid_at: null, payment_intent_id: null },
          { settlementId: invoice.settlement_id, clubCode: club.code, at: new Date() },
        ),
      );
    expect(await store("paid")).toMatchObject({ before: "open", now: "paid" });
    expect(await store("open")).toMatchObject({ before: "paid", now: "paid" });
    expect(await store("void")).toMatchObject({ before: "paid", now: "paid" });
    expect((await invoicesOf(club.code)).map(({ status }) => status)).toEqual(["paid"]);
  });

  test("a verified count of players while a bank payment is on its way: the refund waits for it", async () => {
    const club = await paidClub(shop, { plan: "large", bank: true });
    await adjust(club.code, 300);
    await runDueJobs(platform);
    const order = () =>
      control
        .selectFrom("refund_orders")
        .select("state")
        .where("club_code", "=", club.code)
        .executeTakeFirst();
    expect(await order()).toEqual({ state: "due" });
    await shop.settle(club.sessionId, "succeeded");
    await event("checkout.session.async_payment_succeeded", club.sessionId);
    const { sendDueRefunds } = await import("#app/journeys/billing/send-refund.server.ts");
    await sendDueRefunds(control);
    await runDueJobs(platform);
    expect(await order()).toEqual({ state: "sent" });
    expect(await ledgerOf(club.code)).toEqual([
      ["payment", 149_900],
      ["refund", -75_000],
    ]);
  });

  test("a verified count of players whose job dies after Stripe answered: asked again it is the same refund and invoice", async () => {
    const club = await paidClub(shop, { plan: "large" });
    await adjust(club.code, 300);
    const { askForRefund } = await import("#app/payments/refunds.server.ts");
    const order = await control
      .selectFrom("refund_orders")
      .selectAll()
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    await askForRefund({
      orderId: order.id,
      attempt: 0,
      paymentIntentId: order.payment_intent_id,
      cents: order.amount_cents,
      why: order.why,
    });
    await runDueJobs(platform);
    expect((await ledgerOf(club.code)).filter(([kind]) => kind === "refund")).toEqual([["refund", -75_000]]);
  });

  test("an invoice that is not paid in time: one reminder to the club, one to staff, nothing closed", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    await control
      .updateTable("invoices")
      .set({ due_at: "2026-01-01T00:00:00.000Z" })
      .where("club_code", "=", club.code)
      .execute();
    await remindOverdue(control);
    const first = (await invoicesOf(club.code))[0]?.overdue_at;
    expect(first).not.toBeNull();
    expect(await newlyOverdue(control, new Date())).toEqual([]);
    await remindOverdue(control);
    expect((await invoicesOf(club.code))[0]?.overdue_at).toBe(first);
    expect((await mailsOf(club.code)).filter((tag) => tag === "invoice-overdue")).toHaveLength(1);
    expect(await findClub(control, club.code)).toMatchObject({ status: "active" });
  });
});

describe("the bank payment of an invoice", () => {
  const billing = async (code: string) => {
    const club = await findClub(control, code);
    if (!club) throw new Error("no club");
    return describeBilling(control, club);
  };
  async function payingByBank() {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    if (!invoice) throw new Error("no invoice");
    await shop.payInvoiceByBank(invoice.id);
    const { data } = await stripe().invoicePayments.list({ invoice: invoice.id });
    const intent = data[0]?.payment.payment_intent;
    await event("payment_intent.processing", String(intent));
    return { ...club, invoiceId: invoice.id, intent: String(intent) };
  }

  test("the bank payment of an invoice is on its way: nothing is asked for or reminded of, and staff do not void it", async () => {
    const { code, invoiceId } = await payingByBank();
    const { due, waiting, entries, invoices } = await billing(code);
    expect(due).toEqual([]);
    expect(waiting).toEqual([expect.stringContaining("Your bank payment of $750 for the invoice")]);
    expect(entries[0]).toMatchObject({ label: expect.stringContaining("on its way"), receipt: false });
    expect(invoices.map(({ state }) => state)).toEqual(["Bank payment on its way"]);
    await control
      .updateTable("invoices")
      .set({ due_at: "2026-01-01T00:00:00.000Z" })
      .where("id", "=", invoiceId)
      .execute();
    await remindOverdue(control);
    expect(await mailsOf(code)).not.toContain("invoice-overdue");
    for (const decision of ["void", "resend"] as const)
      expect(await closeInvoice(control, invoiceId, { decision, note: "Now", adminId: "adm" })).toEqual({
        ok: false,
        problem: "on-its-way",
      });
    await shop.actOnMoney(invoiceId, "arrive");
    await event("invoice.paid", invoiceId);
    expect((await invoicesOf(code)).map(({ status, bank_payment }) => [status, bank_payment])).toEqual([
      ["paid", null],
    ]);
    expect((await billing(code)).waiting).toEqual([]);
  });

  test("fails: the club gets one mail, reads so, can pay again, and each failure is told once", async () => {
    const { code, invoiceId, intent } = await payingByBank();
    const failed = async () => (await mailsOf(code)).filter((tag) => tag === "invoice-payment-failed").length;
    await shop.actOnMoney(invoiceId, "fail");
    await event("invoice.payment_failed", invoiceId);
    await event("invoice.payment_failed", invoiceId);
    expect(await failed()).toBe(1);
    const { due, waiting, entries } = await billing(code);
    expect(due).toMatchObject([{ price: "$750", failed: true }]);
    expect(waiting).toEqual([]);
    expect(entries[0]?.label).toContain("failed");
    await shop.payInvoiceByBank(invoiceId);
    await event("payment_intent.processing", intent);
    expect((await billing(code)).due).toEqual([]);
    await shop.actOnMoney(invoiceId, "fail");
    await event("invoice.payment_failed", invoiceId);
    expect(await failed()).toBe(2);
    await shop.payInvoice(invoiceId);
    await event("invoice.paid", invoiceId);
    expect((await billing(code)).due).toEqual([]);
    expect((await mailsOf(code)).filter((tag) => tag === "invoice-paid")).toHaveLength(1);
  });

  test("the bank payment of an invoice whose events were lost is found at night, also that it failed", async () => {
    const { code, invoiceId } = await payingByBank();
    await shop.actOnMoney(invoiceId, "fail");
    await control.deleteFrom("stripe_checks").execute();
    await compareWithStripe(control);
    await control.deleteFrom("stripe_checks").execute();
    expect(await mailsOf(code)).toContain("invoice-payment-failed");
  });

  test("the bank payment of an invoice of an invoice that was withdrawn meanwhile is not asked for when it fails", async () => {
    const { code, invoiceId } = await payingByBank();
    await adjust(code, 500);
    await runDueJobs(platform);
    await shop.actOnMoney(invoiceId, "fail");
    await event("invoice.payment_failed", invoiceId);
    expect(await mailsOf(code)).not.toContain("invoice-payment-failed");
    expect((await billing(code)).due).toEqual([]);
  });

  test("a card that is refused is no bank payment: the payer reads it at Stripe", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    await shop.payInvoice(invoice?.id ?? "", "4000000000000002");
    await event("invoice.payment_failed", invoice?.id ?? "");
    expect(await mailsOf(club.code)).not.toContain("invoice-payment-failed");
    expect((await billing(club.code)).due).toMatchObject([{ failed: false }]);
  });
});

describe("a contested payment", () => {
  test("a contested payment is a row, a mail to staff and club for each of its states, and comes back when it is won", async () => {
    const club = await paidClub(shop);
    const charge = await control
      .selectFrom("ledger")
      .select("stripe_id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    await shop.actOnMoney(charge.stripe_id, "contest");
    await look(club.paymentIntentId);
    await look(club.paymentIntentId);
    const dispute = await control
      .selectFrom("disputes")
      .selectAll()
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    expect(dispute).toMatchObject({ status: "needs_response", amount_cents: 74_900 });
    await shop.actOnMoney(dispute.id, "win");
    await event("charge.dispute.closed", dispute.id);
    expect(await ledgerOf(club.code)).toEqual([
      ["payment", 74_900],
      ["dispute", -74_900],
      ["dispute-returned", 74_900],
    ]);
    expect((await mailsOf(club.code)).filter((tag) => tag === "payment-contested")).toHaveLength(2);
    expect(await findClub(control, club.code)).toMatchObject({ status: "active" });
  });
});

test.each([
  ["invoice.paid", "in_of_somebody"],
  ["invoice.payment_failed", "in_of_somebody"],
  ["invoice.overdue", "in_of_somebody"],
  ["charge.succeeded", "ch_of_somebody"],
  ["charge.refunded", "ch_of_somebody"],
  ["refund.updated", "re_of_somebody"],
  ["charge.dispute.created", "du_of_somebody"],
  ["checkout.session.completed", "cs_test_of_somebody"],
  ["payment_intent.succeeded", "pi_of_somebody"],
  ["payment_intent.processing", "pi_of_somebody"],
])("%s of an object that is not ours changes nothing and is not tried again", async (type, objectId) => {
  const before = await control.selectFrom("ledger").select("id").execute();
  await event(type, objectId);
  expect(await control.selectFrom("ledger").select("id").execute()).toEqual(before);
  const jobs = await control
    .selectFrom("jobs")
    .select(["status", "last_error"])
    .where("payload", "like", `%${objectId}%`)
    .execute();
  for (const job of jobs) expect(job).toEqual({ status: "done", last_error: null });
});

describe("an invoice whose event was lost", () => {
  test("an invoice whose event was lost is not reminded of when it was paid: Stripe is asked before", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    await shop.payInvoice(invoice?.id ?? "");
    await control
      .updateTable("invoices")
      .set({ due_at: "2026-01-01T00:00:00.000Z" })
      .where("club_code", "=", club.code)
      .execute();
    await remindOverdue(control);
    expect((await mailsOf(club.code)).filter((tag) => tag.startsWith("invoice"))).toEqual([
      "invoice-open",
      "invoice-paid",
    ]);
  });

  test("an invoice whose event was lost is found paid by the nightly comparison", async () => {
    const club = await paidClub(shop, { plan: "standard" });
    await adjust(club.code, 900);
    await runDueJobs(platform);
    const [invoice] = await invoicesOf(club.code);
    await shop.payInvoice(invoice?.id ?? "");
    await control.deleteFrom("stripe_checks").execute();
    await compareWithStripe(control);
    expect((await invoicesOf(club.code)).map(({ status }) => status)).toEqual(["paid"]);
    expect(await ledgerOf(club.code)).toEqual([
      ["payment", 74_900],
      ["payment", 75_000],
    ]);
    await control.deleteFrom("stripe_checks").execute();
  });
});

// product/billing.md#ledger
describe("the ledger", () => {
  test("the ledger has Stripe's sum after any sequence of events, doubled, delayed and reordered", async () => {
    const moves = fc.array(
      fc.record({
        act: fc.constantFrom("refund", "contest", "win", "lose", "fail", "arrive", "forget", "look", "look"),
        which: fc.nat(20),
        cents: fc.integer({ min: 1, max: 30_000 }),
      }),
      { minLength: 3, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const club = await paidClub(shop);
        for (const { act, which, cents } of steps) {
          const rows = await control
            .selectFrom("ledger")
            .selectAll()
            .where("club_code", "=", club.code)
            .execute();
          const disputes = await control
            .selectFrom("disputes")
            .select("id")
            .where("club_code", "=", club.code)
            .execute();
          const ids = [...rows.map(({ stripe_id }) => stripe_id), ...disputes.map(({ id }) => id)];
          if (act === "look") await look(club.paymentIntentId);
          else if (act !== "forget")
            await shop.actOnMoney(ids[which % ids.length] ?? "", act, act === "refund" ? cents : undefined);
        }
        await look(club.paymentIntentId);
        await look(club.paymentIntentId);
      }),
      { numRuns: runs(4, 12) },
    );
    for (const { payment_intent_id } of await control
      .selectFrom("ledger")
      .select("payment_intent_id")
      .distinct()
      .execute())
      await readMoney(control, payment_intent_id);
    const { sum } = await control
      .selectFrom("ledger")
      .select(({ fn }) => fn.sum<number>("amount_cents").as("sum"))
      .executeTakeFirstOrThrow();
    expect(sum).toBe(shop.balance());
  });

  test("the ledger only grows: a row cannot be changed", async () => {
    await paidClub(shop);
    await expect(control.updateTable("ledger").set({ amount_cents: 1 }).execute()).rejects.toThrow(
      "the ledger only grows",
    );
  });

  test("the ledger is compared with Stripe at night: what it misses is read, what is nobody's is reported", async () => {
    const club = await paidClub(shop);
    await control.deleteFrom("ledger").where("club_code", "=", club.code).execute();
    await compareWithStripe(control);
    expect(await ledgerOf(club.code)).toEqual([["payment", 74_900]]);
    const [check] = await latestChecks(control, 1);
    expect(check?.stripe_cents).toBe(shop.balance());
    expect(check?.ledger_cents).toBe(check?.stripe_cents);
    expect(check?.differences).toBe("[]");
    await compareWithStripe(control);
    expect(await latestChecks(control, 5)).toHaveLength(1);
  });
});
