import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { pdf } from "#tests/support/documents.ts";
import { paidClub } from "#tests/support/paid-club.ts";
import { runs } from "#tests/support/runs.ts";
import { openShop } from "#tests/support/shop.ts";
import { cookiesOf, staffOf } from "#tests/support/staff.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { followTerms } = await import("#app/domain/control/billing/follow-terms.server.ts");
const { planForPlayers, planIds, planOf } = await import("#app/domain/control/billing/plans.ts");
const { renewalPlans } = await import("#app/domain/control/billing/renewal-plans.server.ts");
const { termToSettle, yearsOfClub } = await import("#app/domain/control/billing/years.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { askAgain, verifiableAgain } = await import("#app/domain/control/verification/again.server.ts");
const { decideReview } = await import("#app/domain/control/verification/decide.server.ts");
const { beginAgain, beginVerification, findVerification, submitVerification, verifiedClub } = await import(
  "#app/domain/control/verification/verifications.server.ts"
);
const { guaranteeCase, refundUnderGuarantee } = await import("#app/journeys/billing/guarantee.server.ts");
const { readMoney, readMoneyOfYear } = await import("#app/journeys/billing/ledger.server.ts");
const { describeRenewal, finishRenewal, startRenewal } = await import(
  "#app/journeys/billing/renewal.server.ts"
);
const { refreshInvoice } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { now } = await import("#app/runtime/clock.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");

const DAY = 86_400_000;
let offset = 0;
/** Advances the clocks of the app and of the stub by this many days. */
function pass(days: number) {
  offset += days;
  for (const dir of [world.dataDir, shop.dataDir])
    writeFileSync(join(dir, "clock-offset"), String(offset * DAY));
}

/** Starts a test today, since cards would expire. A new mtime each time, so that the clock's file is read again. */
async function startAnew() {
  await new Promise((resolve) => setTimeout(resolve, 5));
  offset = 0;
  pass(1);
}

let club: Awaited<ReturnType<typeof paidClub>>;
beforeEach(async () => {
  await startAnew();
  club = await paidClub(shop, { plan: "large" });
});

const row = async () => {
  const found = await findClub(control, club.code);
  if (!found) throw new Error("no club");
  return found;
};
/** Submits as the club, and decides as staff, as the pages do it. */
async function verify(players: number, decision?: "approve" | "adjust" | "reject") {
  const at = now();
  await inTransaction(control, async (tx) => {
    const again = await verifiableAgain(tx, club.code, at);
    const { id } = again
      ? await beginAgain(tx, again, { askedBy: null, at })
      : await beginVerification(tx, club.code, at);
    await submitVerification(tx, id, at);
  });
  const year = await termToSettle(control, club.code, at);
  if (year) await readMoneyOfYear(control, year);
  const version = (await findVerification(control, club.code))?.version ?? 0;
  const decide = (way: "approve" | "adjust" | "reject", shown?: string) =>
    decideReview(control, club.code, {
      review: { decision: way, actualPlayers: String(players), notes: "", version, shown },
      adminId: "adm",
    });
  if (decision === "reject") await decide("reject");
  else {
    const asked = await decide("adjust");
    if (asked.ok) throw new Error("not asked");
    if (asked.problem === "not-shown") await decide("adjust", asked.asks.shown);
    else if (asked.problem === "use-approve") await decide("approve");
  }
  await runDueJobs(platform);
}
async function openRenewal(plan?: "standard" | "large" | "enterprise", shownAttempt?: number) {
  const { attempt } = await describeRenewal(control, await row());
  const started = await startRenewal(control, await row(), {
    shownAttempt: shownAttempt ?? attempt,
    browserHash: "browser",
    cancelPath: "/club/billing/renew",
    plan,
  });
  return started.ok ? shop.sessionAt(started.url) : started.problem;
}
async function finish(session: string) {
  const end = await finishRenewal(platform, club.code, session);
  await runDueJobs(platform);
  return end;
}
async function renew(plan?: "standard" | "large" | "enterprise") {
  const session = await openRenewal(plan);
  await shop.payByCard(session);
  return finish(session);
}
const choices = async () => {
  const { plans } = await describeRenewal(control, await row());
  return plans.map(({ id, chosen }) => (chosen ? `${id}!` : id));
};
const plan = async () => (await row()).plan;
const years = async () =>
  (await yearsOfClub(control, club.code)).map(({ plan, price_cents }) => [plan, price_cents]);
const invoices = () =>
  control
    .selectFrom("invoices")
    .selectAll()
    .where("club_code", "=", club.code)
    .orderBy("created_at")
    .execute();
const open = async () =>
  (await invoices()).filter(({ status }) => status === "open").map(({ amount_cents }) => amount_cents);
const refunds = async () =>
  (
    await control
      .selectFrom("refund_orders")
      .select("amount_cents")
      .where("club_code", "=", club.code)
      .execute()
  ).map(({ amount_cents }) => amount_cents);
const mails = async (tag: string) =>
  (
    await control
      .selectFrom("mails")
      .select("id")
      .where("club_code", "=", club.code)
      .where("tag", "=", tag)
      .execute()
  ).length;
const signIn = async () => {
  const { id } = await control
    .selectFrom("accounts")
    .select("id")
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  return world.signIn(id, club.code);
};

// product/billing.md#term
describe("the package for the next year", () => {
  test("the package for the next year is chosen from that of the verified number of players up, and is the club's from its start", async () => {
    await verify(640);
    expect([await plan(), await refunds()]).toEqual(["standard", [75_000]]);
    pass(320);
    expect(await choices()).toEqual(["standard!", "large", "enterprise"]);
    expect(await renew("large")).toBe("paid");
    expect(await years()).toEqual([
      ["large", 149_900],
      ["large", 149_900],
    ]);
    await followTerms(control);
    expect(await plan()).toBe("standard");
    pass(50);
    await followTerms(control);
    expect(await plan()).toBe("large");
    expect(await open()).toEqual([]);
  });

  test("the package for the next year is never smaller than the verified number needs, also by a form that was sent by hand", async () => {
    await verify(1_200);
    pass(320);
    expect(await choices()).toEqual(["large!", "enterprise"]);
    expect(await openRenewal("standard")).toBe("too-small");
    const cookie = await signIn();
    const form = { attempt: "0", plan: "standard" };
    const answer = await world.ask("/club/billing/renew", { cookie, form });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("needs a larger package");
    const shown = await (await world.ask("/club/billing/renew", { cookie })).text();
    expect(shown).toContain("1,200 verified players");
    expect(shown).not.toContain('value="standard"');
  });

  test("the package for the next year is the present one or a larger one before anything was verified", async () => {
    pass(320);
    expect(await choices()).toEqual(["large!", "enterprise"]);
    expect(await openRenewal("standard")).toBe("too-small");
  });

  test("the package for the next year counts at once in a late renewal, and goes back where the bank does not make the payment", async () => {
    await verify(640);
    pass(380);
    const session = await openRenewal("enterprise");
    await shop.payByBank(session);
    expect(await finish(session)).toBe("processing");
    expect(await plan()).toBe("enterprise");
    await shop.settle(session, "failed");
    expect(await finish(session)).toBe("failed");
    expect(await plan()).toBe("standard");
    expect(await choices()).toEqual(["standard!", "large", "enterprise"]);
  });

  test("chosen anew after going back is another payment page, and the page before is closed", async () => {
    await verify(640);
    pass(320);
    const { attempt } = await describeRenewal(control, await row());
    const first = await openRenewal("large", attempt);
    // The browser kept the page of the first try.
    const second = await openRenewal("standard", attempt);
    expect(second).not.toBe(first);
    expect((await stripe().checkout.sessions.retrieve(first)).status).toBe("expired");
    expect((await stripe().checkout.sessions.retrieve(second)).amount_total).toBe(74_900);
    // A double click on one package is one page.
    expect(await openRenewal("standard", attempt)).toBe(second);
  });

  test("the package for the next year that is too small by a number verified after it was booked is invoiced for that year too", async () => {
    await verify(640);
    pass(320);
    await renew("standard");
    await decideAnew(900);
    expect(await open()).toEqual([75_000, 75_000]);
    // Another decision replaces it: nothing is owed for either year.
    await decideAnew(600);
    expect(await open()).toEqual([]);
    await decideAnew(900);
    const due = (await invoices()).filter(({ status }) => status === "open");
    for (const { id } of due) {
      await shop.payInvoice(id);
      await refreshInvoice(control, id);
    }
    pass(60);
    await followTerms(control);
    expect([await plan(), await open()]).toEqual(["large", []]);
  });

  test("the package for the next year that was enough when its page was opened, and is too small once it is paid, is invoiced", async () => {
    await verify(640);
    pass(320);
    const session = await openRenewal("standard");
    await decideAnew(900);
    await shop.payByCard(session);
    await finish(session);
    expect(await open()).toEqual([75_000, 75_000]);
  });

  /** Decides the verification again, as 'Decide again' does. */
  async function decideAnew(players: number) {
    const version = (await findVerification(control, club.code))?.version ?? 0;
    const review = { decision: "adjust" as const, actualPlayers: String(players), notes: "", version };
    const asked = await decideReview(control, club.code, { review, adminId: "adm" });
    if (asked.ok) throw new Error("not asked");
    const answer =
      asked.problem === "not-shown"
        ? { ...review, shown: asked.asks.shown }
        : { ...review, decision: "approve" as const };
    expect(await decideReview(control, club.code, { review: answer, adminId: "adm" })).toMatchObject({
      ok: true,
    });
    await runDueJobs(platform);
  }
});

// product/verification.md#verification
describe("another verification", () => {
  const may = async () => (await verifiableAgain(control, club.code, now())) !== null;
  async function secondYear() {
    await verify(1_200);
    pass(320);
    await renew();
    pass(60);
    await followTerms(control);
  }

  test("another verification is possible once in each paid year: not in the year of the decision, nor before the next has begun", async () => {
    expect(await may()).toBe(false);
    await verify(1_200);
    expect(await may()).toBe(false);
    pass(320);
    await renew();
    expect(await may()).toBe(false);
    pass(60);
    expect(await may()).toBe(true);
    await verify(640);
    expect([await plan(), await refunds(), await may()]).toEqual(["standard", [75_000], false]);
    // Without a paid year there is nothing to settle.
    pass(400);
    expect(await may()).toBe(false);
  });

  test("another verification begins with the first document, and is as if it never was when the last one is taken back", async () => {
    await secondYear();
    const cookie = await signIn();
    const page = async () => (await world.ask("/verification", { cookie })).text();
    expect(await page()).toContain("Has your number of players changed?");
    const body = new FormData();
    body.append("documents", new Blob([new Uint8Array(pdf())]), "roster.pdf");
    expect((await world.ask("/verification", { cookie, body })).status).toBe(303);
    const sent = await page();
    expect(sent).toContain("Verification Required");
    expect(sent).toContain("1,200 players are verified");
    expect((await verifiedClub(control, club.code))?.players).toBe(1_200);
    const document = /documents\/([\w-]+)\/removal/.exec(sent)?.[1] ?? "";
    const away = `/verification/documents/${document}/removal`;
    expect((await world.ask(away, { cookie, form: {} })).status).toBe(303);
    const { status, actual_players } = (await findVerification(control, club.code)) ?? {};
    expect([status, actual_players]).toEqual(["approved", 1_200]);
    expect(
      await control.selectFrom("verifications").selectAll().where("club_code", "=", club.code).execute(),
    ).toHaveLength(1);
  });

  test("another verification may be asked for by staff: the club reads it and has 30 days, and the number counts on", async () => {
    await secondYear();
    const staff = staffOf(world);
    const cookie = cookiesOf(await staff.signIn((await staff.staff("moderator")).email));
    const path = `/admin/verification/${club.code}`;
    expect(await (await world.ask(path, { cookie })).text()).toContain("Ask Again");
    const ask = () => world.ask(path, { cookie, form: { decision: "again", version: "2" } });
    expect((await ask()).status).toBe(303);
    await ask();
    expect(await askAgain(control, club.code, "adm")).toBe(false);
    expect(await mails("verification-reminder")).toBe(1);
    expect(Date.parse((await row()).verification_due_at) - now().getTime()).toBeGreaterThan(29 * DAY);
    expect(await verifiedClub(control, club.code)).toMatchObject({ players: 1_200, verification: "pending" });
    expect(await (await world.ask(path, { cookie })).text()).toContain("1,200");
    await verify(1_700);
    expect([await plan(), await open()]).toEqual(["enterprise", [69_600]]);
  });

  test("another verification that is rejected leaves the number of the year before, and what that needs", async () => {
    await secondYear();
    await verify(0, "reject");
    expect(await verifiedClub(control, club.code)).toMatchObject({
      players: 1_200,
      verification: "rejected",
    });
    expect([await plan(), await open()]).toEqual(["large", []]);
    pass(300);
    expect(await choices()).toEqual(["large!", "enterprise"]);
  });

  test("another verification waits until the invoice of the year before is paid", async () => {
    await verify(2_000);
    pass(320);
    await renew();
    pass(60);
    expect(await may()).toBe(false);
    const [invoice] = await invoices();
    await shop.payInvoice(invoice?.id ?? "");
    await refreshInvoice(control, invoice?.id ?? "");
    expect(await may()).toBe(true);
  });

  test("another verification settles a bank payment that is on its way: refunded once it arrives, nothing where it fails", async () => {
    await verify(1_200);
    pass(380);
    const session = await openRenewal();
    await shop.payByBank(session);
    await finish(session);
    pass(1);
    await verify(640);
    expect([await plan(), await refunds()]).toEqual(["standard", [75_000]]);
    await shop.settle(session, "failed");
    await finish(session);
    await runDueJobs(platform);
    const { data } = await stripe().refunds.list({ limit: 100 });
    expect(data.filter(({ payment_intent }) => payment_intent === club.paymentIntentId)).toEqual([]);
    expect(await open()).toEqual([]);
  });

  test("another verification of a year that went back under the guarantee is withdrawn with it", async () => {
    await verify(1_200);
    pass(380);
    await renew();
    pass(1);
    await verify(2_000);
    expect(await open()).toEqual([69_600]);
    const { cents } = await guaranteeCase(platform, await row());
    expect(cents).toBe(149_900);
    await refundUnderGuarantee(control, await row(), { adminId: "adm", note: "Moved", shownCents: cents });
    await runDueJobs(platform);
    expect([await open(), await may()]).toEqual([[], false]);
  });
});

// product/billing.md#ledger
test("over years of renewals, verifications, refunds and disputes no year is too small, and the books agree", async () => {
  const step = fc.record({
    act: fc.constantFrom(
      "renew",
      "bank",
      "settle",
      "verify",
      "reject",
      "pay",
      "refund",
      "contest",
      "decide",
      "guarantee",
      "pass",
    ),
    which: fc.nat(9),
    players: fc.constantFrom(500, 900, 1_200, 2_000),
    plan: fc.constantFrom(...planIds),
    days: fc.constantFrom(20, 100, 330),
    good: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await startAnew();
      club = await paidClub(shop, { plan: "large" });
      let waiting: string | null = null;
      for (const { act, which, players, plan: wanted, days, good } of steps) {
        const all = await yearsOfClub(control, club.code);
        const payments = [
          ...all.map(({ payment_intent_id }) => payment_intent_id),
          ...(await invoices()).map(({ payment_intent_id }) => payment_intent_id),
        ].filter((one) => one !== null);
        const payment = payments[which % payments.length] ?? "";
        if (act === "pass") pass(days);
        else if (act === "renew" || act === "bank") {
          const { choices: may } = await renewalPlans(control, await row());
          const session: string = waiting ? "not-ready" : await openRenewal(wanted);
          const fits = may.some(({ id }) => id === wanted);
          if (session.startsWith("cs_")) {
            expect(fits).toBe(true);
            await (act === "bank" ? shop.payByBank(session) : shop.payByCard(session));
            await finish(session);
            if (act === "bank") waiting = session;
          }
        } else if (act === "settle") {
          if (waiting) {
            await shop.settle(waiting, good ? "succeeded" : "failed");
            await finish(waiting);
          }
          waiting = null;
        } else if (act === "verify" || act === "reject")
          await verify(players, act === "reject" ? "reject" : undefined);
        else if (act === "pay") {
          const due = (await invoices()).find(({ status }) => status === "open");
          if (due) {
            await shop.payInvoice(due.id);
            await refreshInvoice(control, due.id);
          }
        } else if (act === "refund" || act === "contest") {
          const { data } = await stripe().charges.list({ payment_intent: payment });
          if (data[0]) await shop.actOnMoney(data[0].id, act, act === "refund" ? 5_000 : undefined);
          await readMoney(control, payment);
        } else if (act === "decide") {
          const { data } = await stripe().disputes.list({ payment_intent: payment });
          if (data[0]) await shop.actOnMoney(data[0].id, good ? "win" : "lose");
          await readMoney(control, payment);
        } else {
          const { cents, runs } = await guaranteeCase(platform, await row());
          if (runs && cents > 0)
            await refundUnderGuarantee(control, await row(), { adminId: "adm", note: "", shownCents: cents });
        }
        await runDueJobs(platform);
        await runDueJobs(platform);
        await followTerms(control);
        await yearsFit();
      }
      for (const { payment_intent_id } of await control
        .selectFrom("ledger")
        .select("payment_intent_id")
        .distinct()
        .where("club_code", "=", club.code)
        .execute())
        await readMoney(control, payment_intent_id);
      const { sum } = await control
        .selectFrom("ledger")
        .select(({ fn }) => fn.sum<number>("amount_cents").as("sum"))
        .executeTakeFirstOrThrow();
      expect(sum).toBe(shop.balance());
    }),
    { numRuns: runs(5, 15) },
  );

  /** Checks invariants of each current or future year. */
  async function yearsFit() {
    const moment = now().toISOString();
    const { players, plan: present } = (await verifiedClub(control, club.code)) ?? {};
    const charged = (await yearsOfClub(control, club.code)).filter(
      ({ refunded_at, payment_status, ends_at }) =>
        refunded_at === null && payment_status !== "failed" && ends_at > moment,
    );
    for (const year of charged) {
      const settled = await control
        .selectFrom("settlements as s")
        .leftJoin("invoices as i", "i.settlement_id", "s.id")
        .select(["s.plan", "i.status"])
        .where("s.club_code", "=", club.code)
        .where("s.subscription_id", "=", year.id)
        .where("s.voided_at", "is", null)
        .orderBy("s.created_at")
        .orderBy("s.id")
        .execute();
      const of = settled.at(-1)?.plan ?? year.plan;
      if (players != null)
        expect(planOf(of).priceCents).toBeGreaterThanOrEqual(planForPlayers(players).priceCents);
      if (year.starts_at <= moment) expect(present).toBe(of);
      expect(settled.filter(({ status }) => status === "open").length).toBeLessThanOrEqual(1);
      const { left } = await control
        .selectFrom("ledger")
        .select(({ fn }) => fn.sum<number | null>("amount_cents").as("left"))
        .where("payment_intent_id", "=", year.payment_intent_id)
        .executeTakeFirstOrThrow();
      expect(left ?? 0).toBeGreaterThanOrEqual(0);
    }
  }
});
