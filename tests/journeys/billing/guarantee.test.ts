import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { paidClub } from "#tests/support/paid-club.ts";
import { runs } from "#tests/support/runs.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { guaranteeCase, refundUnderGuarantee } = await import("#app/journeys/billing/guarantee.server.ts");
const { termToSettle } = await import("#app/domain/control/billing/years.server.ts");
const { readMoney, readMoneyOfYear } = await import("#app/journeys/billing/ledger.server.ts");
const { describeRenewal, finishRenewal, startRenewal } = await import(
  "#app/journeys/billing/renewal.server.ts"
);
const { refreshInvoice, remindOverdue } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");
const DAY = 86_400_000;
const iso = (days: number) => new Date(Date.now() + days * DAY).toISOString();

let club: Awaited<ReturnType<typeof paidClub>>;
beforeEach(async () => {
  club = await paidClub(shop);
});

const row = async () => {
  const found = await findClub(control, club.code);
  if (!found) throw new Error("no club");
  return found;
};
const offered = async () => guaranteeCase(platform, await row());
async function refund(shownCents?: number) {
  const { cents, contestedCents } =
    shownCents === undefined ? await offered() : { cents: shownCents, contestedCents: 0 };
  const shown = { shownCents: cents, shownContestedCents: contestedCents };
  return refundUnderGuarantee(control, await row(), { adminId: "adm", note: "Wrong sport", ...shown });
}
/** Adjusts as the review does: Stripe is asked first. */
async function adjust(players: number) {
  const at = new Date();
  const year = await termToSettle(control, club.code, at);
  if (year) await readMoneyOfYear(control, year);
  return inTransaction(control, (tx) => settle(tx, { clubCode: club.code, players, orderedBy: "adm", at }));
}
const invoices = () =>
  control
    .selectFrom("invoices")
    .selectAll()
    .where("club_code", "=", club.code)
    .orderBy("created_at")
    .execute();
const orders = async () =>
  (
    await control
      .selectFrom("refund_orders")
      .select(["state", "amount_cents"])
      .where("club_code", "=", club.code)
      .orderBy("ordered_at")
      .execute()
  ).map(({ state, amount_cents }) => [state, amount_cents]);
const ledgerSum = async () =>
  (
    await control
      .selectFrom("ledger")
      .select(({ fn }) => fn.sum<number>("amount_cents").as("sum"))
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow()
  ).sum;
const mails = async (tag: string) =>
  control
    .selectFrom("mails")
    .select("id")
    .where("club_code", "=", club.code)
    .where("tag", "=", tag)
    .execute();
const chargeOf = async (paymentIntentId: string) => {
  const { data } = await stripe().charges.list({ payment_intent: paymentIntentId });
  return data[0]?.id ?? "";
};
const payInvoice = async (id: string) => {
  await shop.payInvoice(id);
  await refreshInvoice(control, id);
  await runDueJobs(platform);
};

/** Moves the payment of the year back: the ledger's row is written again with another day. */
async function paidDaysAgo(days: number, bank?: { cameDaysAgo: number }) {
  const payment = await control
    .selectFrom("ledger")
    .selectAll()
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  await control.deleteFrom("ledger").where("id", "=", payment.id).execute();
  await control
    .insertInto("ledger")
    .values({
      ...payment,
      moved_at: iso(-days),
      recorded_at: iso(-(bank?.cameDaysAgo ?? days)),
      method: bank ? "us_bank_account" : payment.method,
    })
    .execute();
}

/** Moves the paid year, so that it ends in this many days. */
async function endsIn(days: number) {
  const term = { starts_at: iso(days - 365), ends_at: iso(days) };
  await paidDaysAgo(365 - days);
  await control.updateTable("subscriptions").set(term).where("club_code", "=", club.code).execute();
  await control
    .updateTable("clubs")
    .set({ term_starts_at: term.starts_at, term_ends_at: term.ends_at })
    .where("code", "=", club.code)
    .execute();
  return term;
}

async function openRenewal() {
  const { attempt } = await describeRenewal(control, await row());
  const start = { shownAttempt: attempt, browserHash: "browser", cancelPath: "/club/billing/renew" };
  const started = await startRenewal(control, await row(), start);
  if (!started.ok) throw new Error(started.problem);
  return shop.sessionAt(started.url);
}

// product/billing.md#guarantee
describe("the 14-day guarantee", () => {
  test("the 14-day guarantee refunds all that was paid, once, and ends the year", async () => {
    expect(await refund()).toEqual({
      ok: true,
      state: "sent",
      cents: 74_900,
      refusedCents: 0,
      contestedCents: 0,
    });
    expect(await refund(74_900)).toEqual({ ok: false, problem: "over" });
    await runDueJobs(platform);
    expect(await ledgerSum()).toBe(0);
    expect(Date.parse((await row()).term_ends_at)).toBeLessThanOrEqual(Date.now());
    expect(await mails("refund-sent")).toHaveLength(1);
  });

  test("the 14-day guarantee is refused after the 14 days", async () => {
    await paidDaysAgo(14);
    expect((await offered()).runs).toBe(false);
    expect(await refund(74_900)).toEqual({ ok: false, problem: "over" });
    expect(await orders()).toEqual([]);
  });

  test("the 14-day guarantee counts from the day on which a bank's money came, not from the start of its payment", async () => {
    await paidDaysAgo(18, { cameDaysAgo: 13 });
    expect((await offered()).runs).toBe(true);
    await paidDaysAgo(19, { cameDaysAgo: 14 });
    expect((await offered()).runs).toBe(false);
  });

  test("the 14-day guarantee counts from the payment of a year that was renewed early, and leaves the one that runs", async () => {
    const { ends_at: end } = await endsIn(20);
    expect((await offered()).runs).toBe(false);
    const session = await openRenewal();
    await shop.payByCard(session);
    await finishRenewal(platform, club.code, session);
    await runDueJobs(platform);
    const { year, cents } = await offered();
    expect([year?.starts_at, cents]).toEqual([end, 74_900]);
    expect(await refund()).toMatchObject({ ok: true, state: "sent", cents: 74_900 });
    expect((await row()).term_ends_at).toBe(end);
  });

  test("the 14-day guarantee counts from the payment of a year that was renewed late", async () => {
    await endsIn(-20);
    const session = await openRenewal();
    await shop.payByCard(session);
    await finishRenewal(platform, club.code, session);
    await runDueJobs(platform);
    expect(await refund()).toMatchObject({ ok: true, state: "sent", cents: 74_900 });
    await runDueJobs(platform);
    // The year before was used, and its payment stays.
    expect(await ledgerSum()).toBe(74_900);
  });

  test("the 14-day guarantee never names a year that is over, also after a late renewal failed at the bank", async () => {
    const before = await endsIn(-20);
    const session = await openRenewal();
    await shop.payByBank(session);
    await finishRenewal(platform, club.code, session);
    await shop.settle(session, "failed");
    await finishRenewal(platform, club.code, session);
    expect((await offered()).year).toBeNull();
    expect(await refund(74_900)).toEqual({ ok: false, problem: "over" });
    expect(await row()).toMatchObject({ term_starts_at: before.starts_at, term_ends_at: before.ends_at });
  });

  test("the 14-day guarantee withdraws the unpaid invoice of the year, tells the club, and reminds of nothing", async () => {
    await adjust(1_200);
    await runDueJobs(platform);
    await refund();
    await runDueJobs(platform);
    expect((await invoices()).map(({ status }) => status)).toEqual(["void"]);
    expect(await mails("invoice-withdrawn")).toHaveLength(1);
    await control
      .updateTable("invoices")
      .set({ due_at: iso(-1) })
      .where("club_code", "=", club.code)
      .execute();
    await remindOverdue(control);
    expect(await mails("invoice-overdue")).toEqual([]);
  });

  test("the 14-day guarantee offers what Stripe has left: less a refund by hand, and less what a dispute took", async () => {
    await adjust(1_200);
    await runDueJobs(platform);
    const [invoice] = await invoices();
    await payInvoice(invoice?.id ?? "");
    const paid = (await invoices())[0]?.payment_intent_id ?? "";
    await shop.actOnMoney(await chargeOf(club.paymentIntentId), "refund", 10_000);
    await shop.actOnMoney(await chargeOf(paid), "contest");
    await readMoney(control, paid);
    const dispute = await control
      .selectFrom("disputes")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    await shop.actOnMoney(dispute.id, "lose");
    expect((await offered()).cents).toBe(64_900);
    expect(await refund(149_900)).toEqual({ ok: false, problem: "changed" });
    expect(await refund()).toMatchObject({ ok: true, state: "sent", cents: 64_900, refusedCents: 0 });
    await runDueJobs(platform);
    expect(await ledgerSum()).toBe(0);
  });

  test("the 14-day guarantee goes on with the year while Stripe has not answered, and when it refuses", async () => {
    const waiting = await shop.away(() => refund(74_900));
    expect(waiting).toMatchObject({ ok: true, state: "waiting", cents: 74_900, refusedCents: 0 });
    const end = (await row()).term_ends_at;
    expect(Date.parse(end)).toBeGreaterThan(Date.now());
    expect((await offered()).cents).toBe(0);
    await shop.actOnMoney(await chargeOf(club.paymentIntentId), "contest");
    await runDueJobs(platform);
    expect(await orders()).toEqual([["refused", 74_900]]);
    expect((await row()).term_ends_at).toBe(end);
    expect(await mails("refund-refused")).toHaveLength(1);
    expect(await mails("refund-sent")).toEqual([]);
    // Once the dispute is won Stripe is asked for the same refund again, without anybody's action.
    const { data } = await stripe().disputes.list({ payment_intent: club.paymentIntentId });
    await shop.actOnMoney(data[0]?.id ?? "", "win");
    await readMoney(control, club.paymentIntentId);
    await runDueJobs(platform);
    expect(await orders()).toEqual([["sent", 74_900]]);
    expect(await refund(74_900)).toEqual({ ok: false, problem: "over" });
  });

  test("the 14-day guarantee gives back an invoice that was paid between the order and Stripe's answer", async () => {
    await adjust(1_200);
    await runDueJobs(platform);
    await shop.away(() => refund(74_900));
    const [invoice] = await invoices();
    await shop.payInvoice(invoice?.id ?? "");
    await refreshInvoice(control, invoice?.id ?? "");
    await runDueJobs(platform);
    await runDueJobs(platform);
    expect(await ledgerSum()).toBe(0);
  });
});

test("a settlement of a renewal whose bank payment fails asks for nothing any more", async () => {
  await endsIn(-20);
  const session = await openRenewal();
  await shop.payByBank(session);
  await finishRenewal(platform, club.code, session);
  await adjust(1_200);
  await runDueJobs(platform);
  expect((await invoices()).map(({ status }) => status)).toEqual(["open"]);
  await shop.settle(session, "failed");
  await finishRenewal(platform, club.code, session);
  await runDueJobs(platform);
  expect((await invoices()).map(({ status }) => status)).toEqual(["void"]);
});

test("a refund whose bank payment failed is dropped, and nobody is asked to make it", async () => {
  club = await paidClub(shop, { plan: "large", bank: true });
  await adjust(300);
  await shop.settle(club.sessionId, "failed");
  await runDueJobs(platform);
  expect(await orders()).toEqual([["dropped", 75_000]]);
  expect(await mails("refund-refused")).toEqual([]);
});

/** Returns what Stripe would refund of the payments of the club's year: its own books, not our ledger. */
async function leftAtStripe(): Promise<number> {
  const paid = [club.paymentIntentId, ...(await invoices()).map((one) => one.payment_intent_id)];
  let cents = 0;
  for (const payment_intent of paid) {
    if (!payment_intent) continue;
    const { data: disputes } = await stripe().disputes.list({ payment_intent });
    if (disputes.some(({ status }) => status !== "won")) continue;
    const { data: charges } = await stripe().charges.list({ payment_intent });
    for (const { amount, amount_refunded } of charges) cents += amount - amount_refunded;
  }
  return cents;
}

// product/billing.md#ledger
test("after anything that moved, what is offered is what Stripe has left, and nothing goes back twice", async () => {
  const step = fc.record({
    act: fc.constantFrom("adjust", "pay", "refund", "contest", "win", "lose", "fail", "look"),
    which: fc.nat(9),
    cents: fc.integer({ min: 1, max: 40_000 }),
    players: fc.constantFrom(500, 900, 1_200, 2_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      club = await paidClub(shop);
      const start = shop.balance();
      for (const { act, which, cents, players } of steps) {
        const all = await invoices();
        const open = all.find(({ status }) => status === "open");
        const paid = [club.paymentIntentId, ...all.flatMap((one) => one.payment_intent_id ?? [])];
        const payment = paid[which % paid.length] ?? "";
        if (act === "adjust") await adjust(players);
        else if (act === "pay") {
          if (open) await payInvoice(open.id);
        } else if (act === "look") await readMoney(control, payment);
        else if (act === "refund" || act === "contest")
          await shop.actOnMoney(await chargeOf(payment), act, act === "refund" ? cents : undefined);
        else if (act === "fail") {
          const { data } = await stripe().refunds.list({ payment_intent: payment });
          if (data[0]) await shop.actOnMoney(data[0].id, "fail");
        } else {
          const { data } = await stripe().disputes.list({ payment_intent: payment });
          if (data[0]) await shop.actOnMoney(data[0].id, act);
        }
        await runDueJobs(platform);
        expect((await invoices()).filter(({ status }) => status === "open").length).toBeLessThanOrEqual(1);
      }
      const { cents } = await offered();
      expect(cents).toBe(await leftAtStripe());
      const before = shop.balance();
      const outcome = cents > 0 ? await refund() : null;
      await runDueJobs(platform);
      if (outcome) expect(outcome).toMatchObject({ ok: true, state: "sent", cents, refusedCents: 0 });
      expect(shop.balance()).toBe(before - cents);
      // Never more than the club paid for: what was there before the club's own payment stays.
      expect(shop.balance()).toBeGreaterThanOrEqual(start - 74_900);
      expect(await leftAtStripe()).toBe(0);
      if (outcome) expect((await invoices()).filter(({ status }) => status === "open")).toEqual([]);
    }),
    { numRuns: runs(4, 12) },
  );
});
