import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { paidClub } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { followTerms } = await import("#app/domain/control/billing/follow-terms.server.ts");
const { startRenewal, describeRenewal } = await import("#app/journeys/billing/renewal.server.ts");
const { finishRenewal } = await import("#app/journeys/billing/renewal.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const DAY = 86_400_000;
const iso = (days: number) => new Date(Date.now() + days * DAY).toISOString();

let club: Awaited<ReturnType<typeof paidClub>>;
beforeEach(async () => {
  club = await paidClub(shop);
});

/** Moves the club's paid year, so that it ends in this many days. */
async function endsIn(days: number) {
  const term = { ends_at: iso(days), starts_at: iso(days - 365) };
  await control.updateTable("subscriptions").set(term).where("club_code", "=", club.code).execute();
  await control
    .updateTable("clubs")
    .set({ term_ends_at: term.ends_at, term_starts_at: term.starts_at })
    .where("code", "=", club.code)
    .execute();
  return term.ends_at;
}
const row = async () => {
  const found = await findClub(control, club.code);
  if (!found) throw new Error("no club");
  return found;
};
async function open() {
  const { attempt } = await describeRenewal(control, await row());
  const start = { shownAttempt: attempt, browserHash: "browser", cancelPath: "/club/billing/renew" };
  const started = await startRenewal(control, await row(), start);
  if (!started.ok) return started.problem;
  return shop.sessionAt(started.url);
}
const mails = async () =>
  (await control.selectFrom("mails").select("tag").where("club_code", "=", club.code).execute()).map(
    ({ tag }) => tag,
  );
const count = async (tag: string) => (await mails()).filter((one) => one === tag).length;
/** Lists the failed payments on the billing page. */
async function unpaidEntries() {
  const { describeBilling } = await import("#app/domain/control/billing/describe-billing.server.ts");
  const { entries } = await describeBilling(control, await row());
  return entries
    .filter(({ label }) => label.startsWith("Bank payment"))
    .map(({ label, amount, receipt }) => [label, amount, receipt]);
}
const yearsBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY / 365);

// product/billing.md#term
describe("a renewal", () => {
  test("a renewal is not possible more than 60 days before the end", async () => {
    await endsIn(61);
    expect(await open()).toBe("not-ready");
  });

  test("a renewal before the end appends a year to the one that runs, once", async () => {
    const end = await endsIn(20);
    const session = await open();
    await shop.payByCard(session);
    expect(await finishRenewal(platform, club.code, session)).toBe("paid");
    expect(await finishRenewal(platform, club.code, session)).toBe("paid");
    const { findSignupResult } = await import("#app/journeys/signup/signup-result.server.ts");
    const asSignup = await findSignupResult(platform, "browser", { sessionId: session, code: null });
    expect(asSignup).toEqual({ state: "not-found" });
    await runDueJobs(platform);
    const after = await row();
    expect(yearsBetween(end, after.term_ends_at)).toBe(1);
    expect(await count("renewed")).toBe(1);
    const { sum } = await control
      .selectFrom("ledger")
      .select(({ fn }) => fn.sum<number>("amount_cents").as("sum"))
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    expect(sum).toBe(2 * 74_900);
    expect(await open()).toBe("not-ready");
  });

  test("20 days late starts with the payment, and opens the club at once", async () => {
    await endsIn(-20);
    const session = await open();
    await shop.payByCard(session);
    await finishRenewal(platform, club.code, session);
    const after = await row();
    expect(Math.abs(Date.parse(after.term_starts_at) - Date.now())).toBeLessThan(60_000);
    expect(yearsBetween(after.term_starts_at, after.term_ends_at)).toBe(1);
  });

  test("a renewal brings a suspended club back", async () => {
    await endsIn(-31);
    await followTerms(control);
    expect((await row()).status).toBe("suspended");
    expect(await count("term-notice")).toBe(1);
    const session = await open();
    await shop.payByCard(session);
    await finishRenewal(platform, club.code, session);
    await runDueJobs(platform);
    expect((await row()).status).toBe("active");
  });

  test("a renewal by a bank payment opens at once, and is taken back where it fails", async () => {
    const end = await endsIn(-5);
    const session = await open();
    await shop.payByBank(session);
    expect(await finishRenewal(platform, club.code, session)).toBe("processing");
    expect(Date.parse((await row()).term_ends_at)).toBeGreaterThan(Date.now());
    expect(await unpaidEntries()).toEqual([["Bank payment on its way", "$749", false]]);
    await shop.settle(session, "failed");
    expect(await finishRenewal(platform, club.code, session)).toBe("failed");
    expect((await row()).term_ends_at).toBe(end);
    expect((await row()).status).toBe("active");
    expect(await count("renewal-failed")).toBe(1);
    expect(await unpaidEntries()).toEqual([["Bank payment that failed", "$749", false]]);
    const again = await open();
    expect(again).not.toBe(session);
    await shop.payByCard(again);
    expect(await finishRenewal(platform, club.code, again)).toBe("paid");
  });

  test("a renewal paid twice is refunded once", async () => {
    await endsIn(20);
    const first = await open();
    await shop.payByCard(first);
    const { createCheckout } = await import("#app/payments/stripe.server.ts");
    const { findCheckout, recordCheckout } = await import("#app/domain/control/billing/checkouts.server.ts");
    const order = await findCheckout(control, first);
    if (!order) throw new Error("no order");
    const page = await createCheckout({
      signupId: order.signup_id,
      attempt: 9,
      plan: "standard",
      email: "dana@oakhill.example",
      clubName: "Oak Hill",
      successUrl: "http://goodside.test/",
      cancelUrl: "http://goodside.test/",
      idempotencyKey: `twice:${first}`,
    });
    if ("refused" in page) throw new Error(page.message);
    await recordCheckout(control, { ...order, session_id: page.id, attempt: 9 });
    await shop.payByCard(page.id);
    await finishRenewal(platform, club.code, first);
    const end = (await row()).term_ends_at;
    await finishRenewal(platform, club.code, page.id);
    await runDueJobs(platform);
    expect((await row()).term_ends_at).toBe(end);
    const orders = await control
      .selectFrom("refund_orders")
      .select(["why", "state"])
      .where("club_code", "=", club.code)
      .execute();
    expect(orders).toEqual([{ why: "second", state: "sent" }]);
  });

  test("a renewal of another club cannot be looked up", async () => {
    await endsIn(20);
    const session = await open();
    await shop.payByCard(session);
    expect(await finishRenewal(platform, "another", session)).toBe("open");
  });
});

test("reminders go out 30, 7 and 1 days before the end and at it, once each", async () => {
  for (const days of [31, 29, 28, 6, 0.5, -0.5, -29]) {
    await endsIn(days);
    await followTerms(control);
    await followTerms(control);
  }
  // Each year's end is another one here, so two of the days may name the same notice.
  expect(await count("term-notice")).toBe(6);
  expect((await row()).status).toBe("active");
});

describe("after the year", () => {
  const account = async () =>
    (
      await control
        .selectFrom("accounts")
        .select("id")
        .where("club_code", "=", club.code)
        .executeTakeFirstOrThrow()
    ).id;

  test("pages can be read for 30 days, forms are refused but those that lead out of it", async () => {
    await endsIn(-10);
    const cookie = await world.signIn(await account(), club.code);
    const dash = await world.ask("/dashboard", { cookie });
    expect([dash.status, dash.headers.get("Location")]).toEqual([200, null]);
    expect((await world.ask("/teams", { cookie })).status).toBe(200);
    const refused = await world.ask("/teams/new", { cookie, form: { name: "Hawks" } });
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain("Your club can be read, not changed");
    expect((await world.ask("/club/billing/renew", { cookie, form: { attempt: "0" } })).status).not.toBe(402);
    expect((await world.ask("/verification/submission", { cookie, form: {} })).status).toBe(303);
  });

  test("after the year and 30 days the club is paused, also before a job has stored it", async () => {
    await endsIn(-30);
    const cookie = await world.signIn(await account(), club.code);
    const answer = await world.ask("/dashboard", { cookie });
    expect(answer.headers.get("Location")).toBe("/club/suspended");
    const page = await (await world.ask("/club/suspended", { cookie })).text();
    expect(page).toMatch(/href="\/club\/billing\/renew"[^>]*>Renew from (<!-- -->)?\$749/);
  });
});

describe("edges of a renewal", () => {
  test.each([20, -20])(
    "the page it leads back to says from when to when the year runs (%s days)",
    async (days) => {
      await endsIn(days);
      const session = await open();
      await shop.payByCard(session);
      const cookie = await world.signIn(await adminOf(), club.code);
      const back = await world.ask(`/club/billing/renewed?session_id=${session}`, { cookie });
      expect(back.headers.get("Location")).toBe("/club/billing");
      const flash = back.headers.get("Set-Cookie")?.split(";")[0] ?? "";
      const page = (
        await (await world.ask("/club/billing", { cookie: `${cookie}; ${flash}` })).text()
      ).replaceAll("<!-- -->", "");
      expect(page).toMatch(/It runs from \w+ \d+, \d{4} to \w+ \d+, \d{4}, and nothing renews by itself/);
    },
  );

  test("after the suspension was stored, a failed bank payment suspends again, and a card opens", async () => {
    const end = await endsIn(-40);
    await followTerms(control);
    const session = await open();
    await shop.payByBank(session);
    await finishRenewal(platform, club.code, session);
    expect((await row()).status).toBe("active");
    await shop.settle(session, "failed");
    await finishRenewal(platform, club.code, session);
    expect((await row()).term_ends_at).toBe(end);
    const cookie = await world.signIn(await adminOf(), club.code);
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toBe("/club/suspended");
    await followTerms(control);
    const again = await open();
    await shop.payByCard(again);
    await finishRenewal(platform, club.code, again);
    // A late look at the failed one takes nothing back.
    await finishRenewal(platform, club.code, session);
    expect(await row()).toMatchObject({ status: "active" });
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
    expect(await count("renewal-failed")).toBe(1);
  });

  test("a bank payment that fails before the end leaves the running year as it was", async () => {
    const end = await endsIn(10);
    const session = await open();
    await shop.payByBank(session);
    await finishRenewal(platform, club.code, session);
    expect(yearsBetween(end, (await row()).term_ends_at)).toBe(1);
    await shop.settle(session, "failed");
    await finishRenewal(platform, club.code, session);
    expect(await row()).toMatchObject({ term_ends_at: end, status: "active" });
  });

  test("after days without jobs only the newest notice goes out", async () => {
    await endsIn(-0.5);
    await followTerms(control);
    expect(await count("term-notice")).toBe(1);
  });
});

const adminOf = async () =>
  (
    await control
      .selectFrom("accounts")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow()
  ).id;
