import { readFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { ClubFiles } from "#app/db/clubs.server.ts";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { readMails } from "#tests/support/mails.ts";
import { openShop } from "#tests/support/shop.ts";
import { breakTable } from "#tests/support/triggers.ts";

const shop = await openShop();
const { world } = shop;
const { control } = world;
const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
const { startPayment } = await import("#app/journeys/billing/start-payment.server.ts");
const { findClubByPaymentLink, findRepayment, startRepayment } = await import(
  "#app/journeys/billing/repayment.server.ts"
);
const { openSetup, setUpPassword } = await import("#app/domain/control/accounts/set-up-password.server.ts");
const { currentSetupPath } = await import("#app/domain/control/links/link-addresses.server.ts");
const { checkoutDetails, recordCheckout } = await import("#app/domain/control/billing/checkouts.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { findOpenSignup, saveSignup } = await import("#app/domain/control/signup/signups.server.ts");
const { sendRefund } = await import("#app/journeys/billing/send-refund.server.ts");
const { orderRefund } = await import("#app/domain/control/billing/refund-orders.server.ts");
const { createCheckout } = await import("#app/payments/stripe.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { newId, linkToken } = await import("#app/runtime/ids.server.ts");

afterAll(() => shop.close());
afterEach(() => vi.restoreAllMocks());

/** Makes a sign-up at the payment step. */
async function draft(more: { club_name?: string; plan?: "standard" | "large" } = {}) {
  const browserHash = newId();
  await saveSignup(control, browserHash, {
    plan: "standard",
    club_name: "Lakeside SC",
    contact_name: "Dana Reyes",
    email: "dana@lakeside.example",
    phone: "",
    state: "TX",
    city: "Austin",
    estimated_players: 350,
    description: "Two fields by the lake",
    agreed_at: new Date().toISOString(),
    agreed_version: TERMS_VERSION,
    ...more,
  });
  const read = async () => {
    const signup = await findOpenSignup(control, browserHash);
    if (!signup) throw new Error("no draft");
    return signup;
  };
  return { browserHash, read, change: (change: object) => saveSignup(control, browserHash, change) };
}

async function findCheckout(signup: Awaited<ReturnType<typeof draft>>, shownAttempt = 0): Promise<string> {
  const start = await startPayment(control, await signup.read(), { shownAttempt });
  if (!start.ok) throw new Error(JSON.stringify(start));
  return shop.sessionAt(start.url);
}

async function paidByCard(more: Parameters<typeof draft>[0] = {}): Promise<string> {
  const session = await findCheckout(await draft(more));
  await shop.payByCard(session);
  return session;
}

/** Loads everything that a sign-up created, by its session. */
async function madeBy(session: string) {
  const { signup_id } = await control
    .selectFrom("checkouts")
    .select("signup_id")
    .where("session_id", "=", session)
    .executeTakeFirstOrThrow();
  const subscriptions = await control
    .selectFrom("subscriptions")
    .selectAll()
    .where("signup_id", "=", signup_id)
    .execute();
  const code = subscriptions[0]?.club_code ?? "";
  const of = (table: "accounts" | "memberships" | "mails") =>
    control.selectFrom(table).selectAll().where("club_code", "=", code).execute();
  return {
    code,
    club: await findClub(control, code),
    subscriptions,
    accounts: await of("accounts"),
    memberships: await of("memberships"),
    mails: (await readMails(of("mails") as Promise<MailsTable[]>)) as {
      key: string;
      tag: string;
      to_address: string;
      html: string;
      text: string;
    }[],
    hasFile: code !== "" && (await world.platform.clubs.has(code)),
  };
}

/** Counts the sessions among these that the Stripe stub has refunded. */
function refundsOf(...intents: (string | null)[]): number {
  const lines = readFileSync(`${shop.dataDir}/sandbox/refunds.jsonl`, "utf8").split("\n").filter(Boolean);
  return lines.filter((line) => intents.includes((JSON.parse(line) as { intentId: string }).intentId)).length;
}

const clubCount = async () => (await control.selectFrom("clubs").select("code").execute()).length;

describe("a card payment", () => {
  test("a card payment creates the club with everything that belongs to it", async () => {
    const session = await paidByCard();
    expect(await completeCheckout(world.platform, session)).toMatchObject({ state: "paid" });
    const made = await madeBy(session);
    expect(made.code).toMatch(/^lakesidesc\d{1,3}$/);
    expect(made.club).toMatchObject({
      name: "Lakeside SC",
      status: "active",
      plan: "standard",
      player_cap: 800,
      timezone: "America/Chicago",
      slug: "lakeside-sc",
    });
    const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    expect(days(made.club?.term_starts_at ?? "", made.club?.term_ends_at ?? "")).toBeGreaterThanOrEqual(365);
    expect(days(made.club?.created_at ?? "", made.club?.verification_due_at ?? "")).toBe(30);
    expect(made.subscriptions).toMatchObject([{ payment_status: "paid", price_cents: 74_900 }]);
    expect(made.accounts).toMatchObject([
      { kind: "club", password_hash: null, terms_version: TERMS_VERSION },
    ]);
    expect(made.memberships).toMatchObject([{ role: "club_admin" }]);
    const file = await world.platform.clubs.use(made.code, (db) =>
      db.selectFrom("club").selectAll().execute(),
    );
    expect(file).toMatchObject([
      { code: made.code, description: "Two fields by the lake", on_leaderboard: 1 },
    ]);
  });

  test("a card payment sends one welcome email, whose link sets the password once", async () => {
    const session = await paidByCard();
    await completeCheckout(world.platform, session);
    const { code, mails } = await madeBy(session);
    expect(mails).toMatchObject([{ tag: "welcome", to_address: "dana@lakeside.example" }]);
    const text = mails[0]?.text ?? "";
    expect(text).toContain(code.toUpperCase());
    expect(text).toContain("http://goodside.test/club/login");
    const link = new URL(/http:\S+\/contact\?setup=\S+/.exec(text)?.[0] ?? "");
    expect(link.searchParams.get("club")).toBe("Lakeside SC");
    const token = link.searchParams.get("token");
    const path = await currentSetupPath(
      control,
      { code, name: "Lakeside SC", contactName: "Dana Reyes" },
      new Date(),
    );
    expect(path).toBe(link.pathname + link.search);

    expect(await openSetup(control, { code: "another1", token })).toBeNull();
    const open = await openSetup(control, { code: link.searchParams.get("setup"), token });
    if (!open) throw new Error("the link of the mail does not open");
    const both = await Promise.all([
      setUpPassword(control, open.link, "Sideline-2026!"),
      setUpPassword(control, open.link, "Sideline-2027!"),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await openSetup(control, { code, token })).toBeNull();
    expect((await madeBy(session)).mails.map(({ tag }) => tag)).toEqual(["welcome", "password-set"]);
  });

  test("a card payment that is unfinished or not ours creates nothing", async () => {
    const before = await clubCount();
    const session = await findCheckout(await draft());
    expect(await completeCheckout(world.platform, session)).toEqual({ state: "open" });
    await shop.payByCard(session, "4000000000000002");
    expect(await completeCheckout(world.platform, session)).toEqual({ state: "open" });
    expect(await completeCheckout(world.platform, "cs_test_somebody_elses")).toEqual({ state: "unknown" });
    expect(await clubCount()).toBe(before);
  });
});

describe("exactly once", () => {
  test("20 concurrent completions by two processes create one club", async () => {
    const before = await clubCount();
    const session = await paidByCard();
    const other = await openPlatform({
      dataDir: world.dataDir,
      databaseUrl: process.env.DATABASE_URL,
      mode: "test",
      migrateOnOpen: true,
    });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => completeCheckout(i % 2 ? other : world.platform, session)),
    );
    await other.close();
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await clubCount()).toBe(before + 1);
    const made = await madeBy(session);
    expect(made.club?.status).toBe("active");
    expect(
      [made.subscriptions, made.accounts, made.memberships, made.mails].map((list) => list.length),
    ).toEqual([1, 1, 1, 1]);
  });

  test("repeating it, even a year later, changes nothing", async () => {
    const session = await paidByCard();
    await completeCheckout(world.platform, session);
    const made = await madeBy(session);
    await completeCheckout(world.platform, session);
    expect(await madeBy(session)).toEqual(made);
    await control
      .updateTable("subscriptions")
      .set({ ends_at: "2020-01-01T00:00:00.000Z" })
      .where("club_code", "=", made.code)
      .execute();
    await control.updateTable("clubs").set({ status: "suspended" }).where("code", "=", made.code).execute();
    await completeCheckout(world.platform, session);
    expect((await madeBy(session)).club?.status).toBe("suspended");
  });

  /** Fails one step of the completion once. */
  const crashes: Record<string, () => Promise<() => Promise<unknown>>> = {
    "while the payment is booked": () => failing("subscriptions"),
    "while the club's account is written": () => failing("accounts"),
    "before the club's file is made": async () => {
      vi.spyOn(world.platform.clubs, "create").mockRejectedValueOnce(new Error("crash"));
      return async () => {};
    },
    "after the club's file is made": async () => {
      const create = world.platform.clubs.create.bind(world.platform.clubs) as ClubFiles["create"];
      vi.spyOn(world.platform.clubs, "create").mockImplementationOnce(async (club) => {
        await create(club);
        throw new Error("crash");
      });
      return async () => {};
    },
    "while the club is let in and welcomed": () => failing("mails"),
  };

  const failing = (table: string) => breakTable(control, table);

  test.each(Object.keys(crashes))("a crash %s is finished by the next try", async (name) => {
    const before = await clubCount();
    const session = await paidByCard({ club_name: `Crash ${name}` });
    const repair = await crashes[name]?.();
    await expect(completeCheckout(world.platform, session)).rejects.toThrow(/crash|broken by a test/);
    await repair?.();
    const halfway = await madeBy(session);
    if (halfway.club) {
      expect(halfway.club.status).toBe("creating");
      const job = await control
        .selectFrom("jobs")
        .select(["kind", "payload", "status"])
        .where("key", "=", `checkout.complete:${session}`)
        .executeTakeFirst();
      expect(job).toEqual({
        kind: "checkout.complete",
        payload: JSON.stringify({ sessionId: session }),
        status: "queued",
      });
    }
    if (halfway.club) {
      // The jobs process runs once the recovery job is due.
      const due = new Date(0).toISOString();
      await control
        .updateTable("jobs")
        .set({ run_at: due })
        .where("kind", "=", "checkout.complete")
        .execute();
      await runDueJobs(world.platform);
      expect((await madeBy(session)).club?.status).toBe("active");
    } else {
      await completeCheckout(world.platform, session);
    }
    await completeCheckout(world.platform, session);
    expect(await clubCount()).toBe(before + 1);
    const made = await madeBy(session);
    expect(made.club?.status).toBe("active");
    expect(made.hasFile).toBe(true);
    expect([made.subscriptions, made.accounts, made.mails].map((list) => list.length)).toEqual([1, 1, 1]);
  });

  test("a foreign file in the folder is never adopted as the club's", async () => {
    const session = await paidByCard({ club_name: "Restored" });
    const has = vi.spyOn(world.platform.clubs, "has");
    const tried: string[] = [];
    has.mockImplementation(async (code) => {
      tried.push(code);
      return tried.length < 3;
    });
    await completeCheckout(world.platform, session);
    expect((await madeBy(session)).code).toBe(tried[2]);
  });
});

describe("what is sold", () => {
  test("what is sold is what the Checkout session was opened for, even if the draft changes", async () => {
    const signup = await draft();
    const session = await findCheckout(signup);
    await signup.change({ plan: "large", club_name: "Somebody Else FC" });
    await shop.payByCard(session);
    await completeCheckout(world.platform, session);
    expect((await madeBy(session)).club).toMatchObject({
      name: "Lakeside SC",
      plan: "standard",
      player_cap: 800,
    });
  });

  test("what is sold is sold once: a double click opens one page, a retry closes the old one, and a paid one is final", async () => {
    const signup = await draft();
    const shown = await signup.read();
    const clicks = await Promise.all([
      startPayment(control, shown, { shownAttempt: 0 }),
      startPayment(control, shown, { shownAttempt: 0 }),
    ]);
    expect(clicks[0]).toEqual(clicks[1]);
    expect(await startPayment(control, await signup.read(), { shownAttempt: 0 })).toEqual(clicks[0]);
    const first = await findCheckout(signup, 0);

    await signup.change({ plan: "large" });
    const second = await findCheckout(signup, 1);
    expect(second).not.toBe(first);
    await shop.payByCard(first);
    expect(await completeCheckout(world.platform, first)).toEqual({ state: "open" });
    await shop.payByCard(second);
    expect(await startPayment(control, await signup.read(), { shownAttempt: 2 })).toEqual({
      ok: false,
      problem: "already-paid",
      sessionId: second,
    });
    await completeCheckout(world.platform, second);
    expect((await madeBy(second)).club?.plan).toBe("large");
  });

  test("a club paid twice after all is one club, and the second payment is refunded once and told", async () => {
    const signup = await draft();
    const first = await findCheckout(signup);
    const row = await signup.read();
    const page = await createCheckout({
      signupId: row.id,
      attempt: 9,
      plan: "standard",
      email: row.email,
      clubName: row.club_name,
      successUrl: "http://goodside.test/success",
      cancelUrl: "http://goodside.test/signup/payment",
      idempotencyKey: newId(),
    });
    if ("refused" in page) throw new Error(page.message);
    await recordCheckout(control, {
      session_id: page.id,
      url: page.url,
      signup_id: row.id,
      attempt: 9,
      browser_hash: row.browser_hash,
      plan: "standard",
      price_cents: 74_900,
      player_cap: 800,
      details: checkoutDetails(row),
      created_at: new Date().toISOString(),
      client_secret: null,
    });
    await shop.payByCard(first);
    await shop.payByCard(page.id);
    const before = await clubCount();
    await Promise.all([completeCheckout(world.platform, first), completeCheckout(world.platform, page.id)]);
    expect(await clubCount()).toBe(before + 1);
    const made = await madeBy(first);
    expect(made.subscriptions).toHaveLength(2);
    const second = made.subscriptions.filter(({ refunded_at }) => refunded_at !== null);
    expect(second).toHaveLength(1);
    const order = await control
      .selectFrom("refund_orders")
      .select(["id", "why", "amount_cents"])
      .where("payment_intent_id", "=", second[0]?.payment_intent_id ?? "")
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ why: "second", amount_cents: 74_900 });
    const refund = () => sendRefund(control, order.id);
    await shop.away(() => expect(refund()).rejects.toThrow());
    await refund();
    await refund();
    expect(refundsOf(...made.subscriptions.map((one) => one.payment_intent_id))).toBe(1);
    const { mails } = await madeBy(first);
    expect(mails.map(({ tag }) => tag).sort()).toEqual(["payment-refunded", "welcome"]);
    expect(mails.find(({ tag }) => tag === "payment-refunded")?.text).toContain(
      "refunded the second payment of $749",
    );
  });

  test("a second payment whose refund Stripe refuses is mailed to billing staff, not to the club", async () => {
    const first = await paidByCard();
    await completeCheckout(world.platform, first);
    const clubCode = (await madeBy(first)).club?.code ?? "";
    const order = { clubCode, paymentIntentId: "pi_unknown", cents: 74_900, why: "second" } as const;
    const id = await inTransaction(control, (tx) => orderRefund(tx, { ...order, at: new Date() }));
    await sendRefund(control, id);
    const { mails } = await madeBy(first);
    expect(mails.map(({ tag, to_address }) => [tag, to_address])).toContainEqual([
      "paid-twice",
      "billing@goodside.example",
    ]);
    expect(mails.map(({ tag }) => tag)).not.toContain("payment-refunded");
  });

  test("what is sold cannot be sold while Stripe is unavailable; nothing is lost", async () => {
    const signup = await draft();
    const start = await shop.away(async () =>
      startPayment(control, await signup.read(), { shownAttempt: 0 }),
    );
    expect(start).toEqual({
      ok: false,
      problem: "no-payment-page",
      message: "Failed to initialize payment",
    });
    expect((await signup.read()).club_name).toBe("Lakeside SC");
    const session = await findCheckout(signup, (await signup.read()).attempt);
    await shop.payByCard(session);
    await shop.away(async () => {
      await expect(completeCheckout(world.platform, session)).rejects.toThrow();
    });
    expect(await completeCheckout(world.platform, session)).toMatchObject({ state: "paid" });
  });

  test("what is sold is not sold before the details are complete", async () => {
    const signup = await draft();
    await signup.change({ agreed_at: null });
    expect(await startPayment(control, await signup.read(), { shownAttempt: 0 })).toEqual({
      ok: false,
      problem: "not-ready",
    });
  });
});

describe("a bank payment", () => {
  async function onItsWay() {
    const session = await findCheckout(await draft());
    await shop.payByBank(session);
    return session;
  }

  test("a bank payment activates the club at once, and is confirmed when it arrives", async () => {
    const session = await onItsWay();
    expect(await completeCheckout(world.platform, session)).toMatchObject({ state: "processing" });
    expect((await madeBy(session)).club?.status).toBe("active");
    await shop.settle(session, "succeeded");
    expect(await completeCheckout(world.platform, session)).toMatchObject({ state: "paid" });
    const made = await madeBy(session);
    expect(made.subscriptions).toMatchObject([{ payment_status: "paid" }]);
    expect(made.mails.map(({ tag }) => tag)).toEqual(["welcome", "payment-received"]);
  });

  test("a bank payment that fails suspends the club; the emailed link leads to a new payment, which reactivates it", async () => {
    const session = await onItsWay();
    await completeCheckout(world.platform, session);
    await shop.settle(session, "failed");
    await Promise.all([completeCheckout(world.platform, session), completeCheckout(world.platform, session)]);
    const made = await madeBy(session);
    expect(made.club?.status).toBe("suspended");
    expect(made.mails.map(({ tag }) => tag)).toEqual(["welcome", "payment-failed"]);
    const token = new URL(
      /http:\S+\/pay\?token=\S+/.exec(made.mails[1]?.text ?? "")?.[0] ?? "",
    ).searchParams.get("token");
    const club = await findClubByPaymentLink(control, token);
    if (!club) throw new Error("the link of the mail does not open");
    expect(await findRepayment(control, club)).toMatchObject({ state: "due" });

    const start = await startRepayment(control, club, {
      shownAttempt: 1,
      browserHash: "another browser",
      cancelPath: "/pay",
    });
    const again = shop.sessionAt(start.ok ? start.url : "");
    await shop.payByCard(again);
    await completeCheckout(world.platform, again);
    const after = await madeBy(session);
    expect(after.club?.status).toBe("active");
    expect(after.subscriptions.map(({ payment_status }) => payment_status)).toEqual(["failed", "paid"]);
    expect(after.mails.map(({ tag }) => tag)).toEqual(["welcome", "payment-failed", "payment-received"]);
    expect(await findClubByPaymentLink(control, token)).toBeNull();
    // A late repetition of the first failure changes nothing.
    await completeCheckout(world.platform, session);
    expect((await madeBy(session)).club?.status).toBe("active");
  });

  test("a bank payment that fails before the first look creates a suspended club, welcomed once it is paid", async () => {
    const session = await onItsWay();
    await shop.settle(session, "failed");
    expect(await completeCheckout(world.platform, session)).toMatchObject({ state: "failed" });
    const made = await madeBy(session);
    expect(made.club?.status).toBe("suspended");
    expect(made.hasFile).toBe(true);
    expect(made.mails.map(({ tag }) => tag)).toEqual(["payment-failed"]);
    const club = await findClubByPaymentLink(control, linkToken("payment", session, 1));
    if (!club) throw new Error("no link");
    const start = await startRepayment(control, club, {
      shownAttempt: 1,
      browserHash: newId(),
      cancelPath: "/pay",
    });
    const again = shop.sessionAt(start.ok ? start.url : "");
    await shop.payByBank(again);
    await completeCheckout(world.platform, again);
    expect((await madeBy(session)).club?.status).toBe("suspended");
    expect(
      await startRepayment(control, club, { shownAttempt: 2, browserHash: newId(), cancelPath: "/pay" }),
    ).toEqual({
      ok: false,
      problem: "not-ready",
    });
    await shop.settle(again, "succeeded");
    await completeCheckout(world.platform, again);
    const after = await madeBy(session);
    expect(after.club?.status).toBe("active");
    expect(after.mails.map(({ tag }) => tag).sort()).toEqual([
      "payment-failed",
      "payment-received",
      "welcome",
    ]);
  });
});
