import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { paidClub } from "#tests/support/paid-club.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { orderRefund } = await import("#app/domain/control/billing/refund-orders.server.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { guaranteeCase, refundUnderGuarantee } = await import("#app/journeys/billing/guarantee.server.ts");
const { readMoney } = await import("#app/journeys/billing/ledger.server.ts");
const { sendRefund } = await import("#app/journeys/billing/send-refund.server.ts");
const { refreshInvoice } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { whatNeedsAPerson } = await import("#app/domain/control/platform/needs.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");

let club: Awaited<ReturnType<typeof paidClub>>;
/** The payment of the invoice for the larger package. */
let invoiced: string;

/** $749 by card, adjusted to 900 players, and the $750 of the invoice paid. */
beforeEach(async () => {
  club = await paidClub(shop);
  await inTransaction(control, (tx) =>
    settle(tx, { clubCode: club.code, players: 900, orderedBy: "adm", at: new Date() }),
  );
  await runDueJobs(platform);
  const { id } = await control
    .selectFrom("invoices")
    .select("id")
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  await shop.payInvoice(id);
  await refreshInvoice(control, id);
  await runDueJobs(platform);
  const invoice = await control
    .selectFrom("invoices")
    .select("payment_intent_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  invoiced = invoice.payment_intent_id ?? "";
});

const row = async () => {
  const found = await findClub(control, club.code);
  if (!found) throw new Error("no club");
  return found;
};
const accept = async () => {
  const { cents, contestedCents } = await guaranteeCase(platform, await row());
  return refundUnderGuarantee(control, await row(), {
    adminId: "adm",
    note: "Wrong sport",
    shownCents: cents,
    shownContestedCents: contestedCents,
  });
};
async function contest(payment: string) {
  const { data } = await stripe().charges.list({ payment_intent: payment });
  await shop.actOnMoney(data[0]?.id ?? "", "contest");
  await readMoney(control, payment);
}
/** @returns the emails that the club and our staff get about it */
async function decide(payment: string, what: "win" | "lose") {
  const { data } = await stripe().disputes.list({ payment_intent: payment });
  await shop.actOnMoney(data[0]?.id ?? "", what);
  await readMoney(control, payment);
  await readMoney(control, payment);
  const emails = { club: await lastMail("payment-contested"), staff: await lastMail("billing-notice", null) };
  await runDueJobs(platform);
  await runDueJobs(platform);
  return emails;
}
/** Ends the 14 days: the ledger's rows are written again with another day. */
async function longAfterwards() {
  const rows = await control.selectFrom("ledger").selectAll().where("club_code", "=", club.code).execute();
  const ids = rows.map(({ id }) => id);
  await control.deleteFrom("ledger").where("id", "in", ids).execute();
  const before = new Date(Date.now() - 20 * 86_400_000).toISOString();
  await control
    .insertInto("ledger")
    .values(rows.map((one) => ({ ...one, moved_at: before, recorded_at: before })))
    .execute();
  expect((await guaranteeCase(platform, await row())).runs).toBe(false);
}
const ledgerSum = async () =>
  (
    await control
      .selectFrom("ledger")
      .select(({ fn }) => fn.sum<number>("amount_cents").as("sum"))
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow()
  ).sum;
const orders = async () =>
  control
    .selectFrom("refund_orders")
    .select(["state", "amount_cents as cents", "why"])
    .where("club_code", "=", club.code)
    .orderBy("amount_cents")
    .execute();
const yearRuns = async () => Date.parse((await row()).term_ends_at) > Date.now();
const lastMail = async (tag: string, clubCode: string | null = club.code) =>
  (
    await readMails(
      control
        .selectFrom("mails")
        .selectAll()
        .where("club_code", clubCode === null ? "is" : "=", clubCode)
        .where("tag", "=", tag)
        .orderBy("created_at", "desc")
        .execute(),
    )
  )[0]?.text.replaceAll(/\s+/g, " ");

// product/billing.md#guarantee
describe("a dispute before the guarantee", () => {
  test("a dispute before the guarantee is named with what goes back now, and follows without another request once the bank decides for us", async () => {
    await contest(invoiced);
    expect(await guaranteeCase(platform, await row())).toMatchObject({
      cents: 74_900,
      contestedCents: 75_000,
    });
    expect(await accept()).toMatchObject({ state: "sent", cents: 74_900, contestedCents: 75_000 });
    expect(await lastMail("guarantee-accepted")).toContain("The payment of $750 is contested at your bank");
    await runDueJobs(platform);
    expect([await yearRuns(), (await orders()).length]).toEqual([false, 1]);

    const { club: emailed, staff } = await decide(invoiced, "win");
    expect(await orders()).toEqual([
      { state: "sent", cents: 74_900, why: "guarantee" },
      { state: "sent", cents: 75_000, why: "guarantee" },
    ]);
    expect(await ledgerSum()).toBe(0);
    expect(emailed).toContain("we refund $750 to where your payment came from");
    expect(staff).toContain("$750 follows");
    expect(staff).not.toContain("The club stays open");
  });

  test("a dispute before the guarantee of all that was paid keeps the request however long it takes, and ends the year when it is decided", async () => {
    await contest(club.paymentIntentId);
    await contest(invoiced);
    expect(await accept()).toMatchObject({ ok: true, state: "asked", cents: 0, contestedCents: 149_900 });
    expect(await accept()).toEqual({ ok: false, problem: "nothing-left" });
    expect([await yearRuns(), await orders()]).toEqual([true, []]);
    await longAfterwards();
    await decide(invoiced, "win");
    expect([await yearRuns(), await ledgerSum()]).toEqual([false, 0]);
    await decide(club.paymentIntentId, "win");
    expect(await ledgerSum()).toBe(0);
    expect((await orders()).map(({ state, cents }) => [state, cents])).toEqual([
      ["sent", 74_900],
      ["sent", 75_000],
    ]);
  });

  test("a dispute before the guarantee that is lost settles the guarantee: nothing more is owed, and both are told", async () => {
    await contest(invoiced);
    await accept();
    const { club: emailed, staff } = await decide(invoiced, "lose");
    expect((await orders()).map(({ state, cents }) => [state, cents])).toEqual([["sent", 74_900]]);
    expect(await ledgerSum()).toBe(0);
    expect(emailed).toContain("so nothing more is owed");
    expect(staff).toContain("nothing more is owed");
  });

  test("a dispute before the guarantee of everything, lost, ends the year without a refund", async () => {
    await contest(club.paymentIntentId);
    await contest(invoiced);
    await accept();
    await decide(invoiced, "lose");
    expect(await yearRuns()).toBe(true);
    await decide(club.paymentIntentId, "lose");
    expect([await yearRuns(), await orders(), await ledgerSum()]).toEqual([false, [], 0]);
  });

  test("a dispute before the guarantee is refunded once, however often Stripe says so", async () => {
    await contest(invoiced);
    await accept();
    await decide(invoiced, "win");
    // The same events once more.
    await readMoney(control, invoiced);
    await runDueJobs(platform);
    expect([(await orders()).length, await ledgerSum()]).toEqual([2, 0]);
  });

  test("won and opened a second time waits for the second decision, and is refunded once", async () => {
    await contest(invoiced);
    await accept();
    // Won by us, and contested anew before Goodside has looked.
    const { data } = await stripe().disputes.list({ payment_intent: invoiced });
    await shop.actOnMoney(data[0]?.id ?? "", "win");
    await contest(invoiced);
    await runDueJobs(platform);
    expect((await orders()).map(({ cents }) => cents)).toEqual([74_900]);
    expect((await stripe().disputes.list({ payment_intent: invoiced })).data).toHaveLength(2);
    const { club: emailed } = await decide(invoiced, "win");
    expect(emailed).toContain("we refund $750 to where your payment came from");
    expect((await orders()).map(({ state, cents }) => [state, cents])).toEqual([
      ["sent", 74_900],
      ["sent", 75_000],
    ]);
    expect(await ledgerSum()).toBe(0);
  });

  test("won once and lost the second time owes nothing more", async () => {
    await contest(invoiced);
    await decide(invoiced, "win");
    await contest(invoiced);
    expect(await accept()).toMatchObject({ cents: 74_900, contestedCents: 75_000 });
    await decide(invoiced, "lose");
    expect((await orders()).map(({ cents }) => cents)).toEqual([74_900]);
    expect([await ledgerSum(), await yearRuns()]).toEqual([0, false]);
  });

  test("a dispute before the guarantee owes what a refund by hand at Stripe has left", async () => {
    const { data } = await stripe().charges.list({ payment_intent: invoiced });
    await shop.actOnMoney(data[0]?.id ?? "", "refund", 10_000);
    await contest(invoiced);
    expect(await accept()).toMatchObject({ cents: 74_900, contestedCents: 65_000 });
    await decide(invoiced, "win");
    expect((await orders()).map(({ cents }) => cents)).toEqual([65_000, 74_900]);
    expect(await ledgerSum()).toBe(0);
  });

  test("a dispute before the guarantee without a guarantee refunds nothing when it is won", async () => {
    await contest(invoiced);
    const { club: emailed } = await decide(invoiced, "win");
    expect([await orders(), await yearRuns(), await ledgerSum()]).toEqual([[], true, 149_900]);
    expect(emailed).not.toContain("we refund");
  });
});

describe("a guarantee before the dispute", () => {
  test("a guarantee before the dispute asks Stripe again once the bank decides for us, with one order", async () => {
    await shop.away(() => accept());
    await contest(invoiced);
    const [, { id }] = (await control
      .selectFrom("refund_orders")
      .select("id")
      .where("club_code", "=", club.code)
      .orderBy("amount_cents")
      .execute()) as [unknown, { id: string }];
    await sendRefund(control, id);
    expect(await lastMail("billing-notice", null)).toContain(
      "Stripe is asked again once the bank decides for us",
    );
    await runDueJobs(platform);
    expect((await orders()).map(({ state }) => state)).toEqual(["sent", "refused"]);
    // Staff can do nothing about it before the bank has decided.
    const needs = await whatNeedsAPerson(control, "super_admin", new Date());
    expect(needs.filter(({ kind, clubCode }) => kind === "refund" && clubCode === club.code)).toEqual([]);
    await decide(invoiced, "win");
    expect((await orders()).map(({ state, cents }) => [state, cents])).toEqual([
      ["sent", 74_900],
      ["sent", 75_000],
    ]);
    expect(await ledgerSum()).toBe(0);
  });

  test("a guarantee before the dispute has nothing left to ask for where the payer got the money from the bank", async () => {
    await shop.away(() => accept());
    await contest(invoiced);
    await runDueJobs(platform);
    await decide(invoiced, "lose");
    expect((await orders()).map(({ state }) => state)).toEqual(["sent", "dropped"]);
    expect(await ledgerSum()).toBe(0);
  });
});

test("a refund of a settlement that was refused while its payment was contested is asked for again", async () => {
  const before = await control
    .selectFrom("settlements")
    .select("id")
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  await contest(invoiced);
  await inTransaction(control, (tx) =>
    orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId: invoiced,
      cents: 75_000,
      why: "settlement",
      settlementId: before.id,
      at: new Date(),
    }),
  );
  await runDueJobs(platform);
  expect((await orders()).map(({ state }) => state)).toEqual(["refused"]);
  await decide(invoiced, "win");
  expect((await orders()).map(({ state }) => state)).toEqual(["sent"]);
  expect([await ledgerSum(), await yearRuns()]).toEqual([74_900, true]);
});
