import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { paidClub } from "#tests/support/paid-club.ts";
import { openShop } from "#tests/support/shop.ts";
import { cookiesOf, staffOf } from "#tests/support/staff.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { describeBilling } = await import("#app/domain/control/billing/describe-billing.server.ts");
const { followTerms } = await import("#app/domain/control/billing/follow-terms.server.ts");
const { addDays } = await import("#app/domain/values/days.ts");
const { dateAt } = await import("#app/domain/values/times.ts");
const { centsIn } = await import("#app/domain/control/billing/forms.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { platformActivity } = await import("#app/domain/control/platform/activity.server.ts");
const { whatNeedsAPerson } = await import("#app/domain/control/platform/needs.server.ts");
const { describeRenewal, finishRenewal, startRenewal } = await import(
  "#app/journeys/billing/renewal.server.ts"
);
const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
const { readMoney } = await import("#app/journeys/billing/ledger.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");

const staff = staffOf(world);
const cookie = cookiesOf(await staff.signIn((await staff.staff("admin")).email));
const DAY = 86_400_000;
const iso = (days: number) => new Date(Date.now() + days * DAY).toISOString();

let club: Awaited<ReturnType<typeof paidClub>>;
beforeEach(async () => {
  club = await paidClub(shop);
});
const path = (what: string) => `/admin/clubs/${club.code}/${what}`;
const page = async (what: string) => (await world.ask(path(what), { cookie })).text();
const send = (what: string, form: Record<string, string>) => world.ask(path(what), { cookie, form });
const row = async () => {
  const found = await findClub(control, club.code);
  if (!found) throw new Error("no club");
  return found;
};
const orders = async () =>
  (
    await control
      .selectFrom("refund_orders")
      .select(["amount_cents", "state", "why"])
      .where("club_code", "=", club.code)
      .execute()
  ).map(({ amount_cents, state, why }) => [amount_cents, state, why]);
const mailsOf = async (tag: string) =>
  readMails(
    control
      .selectFrom("mails")
      .selectAll()
      .where("club_code", "=", club.code)
      .where("tag", "=", tag)
      .execute(),
  );
const chargeOf = async (payment: string) =>
  (await stripe().charges.list({ payment_intent: payment })).data[0]?.id ?? "";
async function renew() {
  const { attempt } = await describeRenewal(control, await row());
  const start = { shownAttempt: attempt, browserHash: "browser", cancelPath: "/club/billing/renew" };
  const started = await startRenewal(control, await row(), start);
  if (!started.ok) throw new Error(started.problem);
  const session = shop.sessionAt(started.url);
  await shop.payByCard(session);
  await finishRenewal(platform, club.code, session);
  await runDueJobs(platform);
}
/** Moves the paid year, so that it ends in this many days. */
async function endsIn(days: number) {
  const term = { starts_at: iso(days - 365), ends_at: iso(days) };
  await control.updateTable("subscriptions").set(term).where("club_code", "=", club.code).execute();
  await control
    .updateTable("clubs")
    .set({ term_starts_at: term.starts_at, term_ends_at: term.ends_at })
    .where("code", "=", club.code)
    .execute();
}

// product/billing.md#refunds-by-staff
describe("a refund by staff", () => {
  const form = (amount: string, left = 74_900) => ({
    payment: `${club.paymentIntentId} ${left}`,
    amount,
    note: "Spring was called off",
  });

  test("a refund by staff gives back any part of a payment, once for each page, and the club reads why", async () => {
    expect(await page("refund")).toContain("$749 left");
    expect((await send("refund", form("99.50"))).status).toBe(303);
    expect(await orders()).toEqual([[9_950, "sent", "staff"]]);
    const [mail, ...more] = await mailsOf("refund-sent");
    expect(mail?.text).toContain("Spring was called off");
    expect(more).toEqual([]);
    // The same page pressed again.
    await send("refund", form("99.50"));
    await runDueJobs(platform);
    expect(await orders()).toHaveLength(1);
    expect(await page("refund")).toContain("$649.50 left");
    expect(Date.parse((await row()).term_ends_at)).toBeGreaterThan(Date.now());
  });

  test("a refund by staff is at most what the ledger has left, also after a refund at Stripe by hand", async () => {
    expect((await send("refund", form("749.01"))).status).toBe(422);
    expect((await send("refund", form("0"))).status).toBe(422);
    await shop.actOnMoney(await chargeOf(club.paymentIntentId), "refund", 70_000);
    expect((await send("refund", form("100"))).status).toBe(303);
    expect(await orders()).toEqual([]);
    expect((await send("refund", form("50", 4_900))).status).toBe(422);
    await send("refund", form("49", 4_900));
    expect(await orders()).toEqual([[4_900, "sent", "staff"]]);
  });

  test("a refund by staff says of a contested payment why nothing can go back", async () => {
    await shop.actOnMoney(await chargeOf(club.paymentIntentId), "contest");
    expect(await page("refund")).toContain("$749 contested, the bank decides");
    expect(await page("guarantee")).toContain("$749 contested, the bank decides");
  });

  test("a refund by staff reads amounts as people write them", () => {
    expect(["99.50", "$1,499", " 7.5 ", "-1", "1e3", "ten", "1.234", "0"].map(centsIn)).toEqual([
      9_950, 149_900, 750, 0, 0, 0, 0, 0,
    ]);
  });
});

// product/billing.md#ending-a-year
describe("a year that staff end", () => {
  const note = "The bank gave the payment back";

  test("can be read from then on, and the club gets one email", async () => {
    expect((await send("year", { what: "end", note: "" })).status).toBe(422);
    expect((await send("year", { what: "end", note })).status).toBe(303);
    const { status, term_ends_at } = await row();
    expect([status, Date.parse(term_ends_at) <= Date.now()]).toEqual(["active", true]);
    await followTerms(control);
    expect((await mailsOf("year-ended")).map(({ text }) => text.includes(note))).toEqual([true]);
    expect(await mailsOf("term-notice")).toEqual([]);
    expect(await page("money")).toContain("Ended by staff on");
    // A repeated event of the payment opens nothing.
    await completeCheckout(platform, club.sessionId);
    expect(Date.parse((await row()).term_ends_at)).toBeLessThanOrEqual(Date.now());
  });

  test("a year that staff end pauses the club at once, until it pays again", async () => {
    await send("year", { what: "suspend", note });
    expect((await row()).status).toBe("suspended");
    await completeCheckout(platform, club.sessionId);
    expect((await row()).status).toBe("suspended");
    expect(await page("acting")).toContain("its pages are closed to everybody until it pays");
    await renew();
    expect((await row()).status).toBe("active");
    expect((await send("year", { what: "next", note })).status).toBe(303);
    expect((await row()).status).toBe("active");
  });

  test("a year that staff end goes last: a booked next year is taken back first", async () => {
    await endsIn(20);
    const end = (await row()).term_ends_at;
    await renew();
    expect(await page("money")).toContain("Paid");
    await send("year", { what: "end", note });
    expect((await row()).term_ends_at > end).toBe(true);
    await send("year", { what: "next", note });
    expect((await row()).term_ends_at).toBe(end);
    expect(await page("money")).toContain("Taken back by staff on");
  });
});

// product/billing.md#billing
describe("what staff and the club read", () => {
  test("a booked next year, a failed payment and the state of now stand on the page of money", async () => {
    await endsIn(20);
    await renew();
    const shown = await page("money");
    expect(shown.match(/Standard, \$749/g)?.length).toBeGreaterThanOrEqual(3);
    await endsIn(-10);
    for (const at of ["", "money"]) {
      const text = await page(at);
      expect(text).toContain("Read-only");
      expect(text).not.toContain("it goes on");
    }
  });

  test("a payment that failed is no trouble once another of its year arrived, also in later years", async () => {
    club = await paidClub(shop, { bank: true });
    await shop.settle(club.sessionId, "failed");
    await completeCheckout(platform, club.sessionId);
    await runDueJobs(platform);
    const alerts = async () =>
      (await whatNeedsAPerson(control, "super_admin", new Date())).filter(
        ({ kind, clubCode }) => kind === "payment" && clubCode === club.code,
      ).length;
    expect(await alerts()).toBe(1);
    const failed = await control
      .selectFrom("subscriptions")
      .selectAll()
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    await control
      .insertInto("subscriptions")
      .values({ ...failed, id: "paid-again", checkout_session_id: "cs_paid_again", payment_status: "paid" })
      .execute();
    expect(await alerts()).toBe(0);
    // Its year is over and unpaid: there is nothing left to help with.
    await control.deleteFrom("subscriptions").where("id", "=", "paid-again").execute();
    await endsIn(-40);
    expect(await alerts()).toBe(0);
  });

  test("a refund at Stripe by hand and one that came back are mailed to the club, once", async () => {
    await shop.actOnMoney(await chargeOf(club.paymentIntentId), "refund", 10_000);
    await readMoney(control, club.paymentIntentId);
    await readMoney(control, club.paymentIntentId);
    expect((await mailsOf("refund-sent")).map(({ subject }) => subject.includes("$100"))).toEqual([true]);
    const { data } = await stripe().refunds.list({ payment_intent: club.paymentIntentId });
    await shop.actOnMoney(data[0]?.id ?? "", "fail");
    await readMoney(control, club.paymentIntentId);
    await readMoney(control, club.paymentIntentId);
    expect(await mailsOf("refund-returned")).toHaveLength(1);
  });

  test("a refund by check stands among the club's refunds, and counts in the revenue", async () => {
    const before = (await platformActivity(control, new Date())).cents;
    await control
      .insertInto("refund_orders")
      .values({
        id: `check-${club.code}`,
        club_code: club.code,
        payment_intent_id: club.paymentIntentId,
        amount_cents: 20_000,
        why: "staff",
        settlement_id: null,
        subscription_id: null,
        ordered_by: "adm",
        note: "",
        ordered_at: iso(0),
        state: "settled",
        attempt: 0,
        refund_id: null,
        sent_at: null,
        settled_by: "adm",
        settled_at: iso(0),
        settled_note: "Check 1041",
      })
      .execute();
    const { entries } = await describeBilling(control, await row());
    expect(entries.map(({ label, amount }) => [label, amount])).toContainEqual([
      "Refund made another way",
      "$200",
    ]);
    const { cents, months } = await platformActivity(control, new Date());
    expect(cents).toBe(before - 20_000);
    expect(months.at(-1)?.refunded).toBeLessThanOrEqual(-20_000);
  });

  test("a club that is paused after a failed payment finds a way to pay on its billing page", async () => {
    expect((await describeBilling(control, await row())).paysAgain).toBe(false);
    club = await paidClub(shop, { bank: true });
    const [welcome] = await mailsOf("welcome");
    expect(welcome?.text ?? "").not.toContain("is active");
    await shop.settle(club.sessionId, "failed");
    await completeCheckout(platform, club.sessionId);
    await runDueJobs(platform);
    expect((await describeBilling(control, await row())).paysAgain).toBe(true);
  });

  test("tiles count a club where the charts count it", async () => {
    await endsIn(-10);
    const { clubs } = await platformActivity(control, new Date());
    const of = (name: "open" | "ending" | "readOnly" | "suspended") =>
      clubs.states.reduce((sum, state) => sum + state[name], 0);
    expect([clubs.active, clubs.readOnly, clubs.suspended]).toEqual([
      of("open") + of("ending"),
      of("readOnly"),
      of("suspended"),
    ]);
    const { n } = await control
      .selectFrom("clubs")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("status", "=", "active")
      .where("term_ends_at", ">", iso(0))
      .executeTakeFirstOrThrow();
    expect(clubs.active).toBe(n);
  });
});

// product/billing.md#billing
test("a refund and the end of a year are mailed to each administrator, once", async () => {
  const elsewhere = await world.club(`Elsewhere of ${club.code}`);
  const person = await world.person(`Alex ${club.code}`, elsewhere, []);
  await control
    .insertInto("memberships")
    .values({ account_id: person, club_code: club.code, role: "club_admin", created_at: iso(0) })
    .execute();
  const { email, billing_email } = await row();
  const { email: own } = await control
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", person)
    .executeTakeFirstOrThrow();
  const form = { payment: `${club.paymentIntentId} 74900`, amount: "50", note: "They asked for it" };
  await send("refund", form);
  await send("year", { what: "end", note: "They moved away" });
  for (const tag of ["refund-sent", "year-ended"]) {
    const mails = await mailsOf(tag);
    expect(mails.map(({ to_address }) => to_address).sort(), tag).toEqual(
      [email, own, ...(billing_email ? [billing_email] : [])].sort(),
    );
    expect(mails.find(({ to_address }) => to_address === own)?.text).toContain(
      `${own} is the address of an administrator of`,
    );
  }
});

// product/verification.md#verification
describe("a club that has not sent its documents", () => {
  const ask = (form: Record<string, string>) =>
    world.ask(`/admin/verification/${club.code}/deadline`, { cookie, form });

  test("a club that has not sent its documents is in the list of missed deadlines until staff extend its own, and is mailed once a day", async () => {
    await control
      .updateTable("clubs")
      .set({ verification_due_at: iso(-3) })
      .where("code", "=", club.code)
      .execute();
    const list = async () => (await world.ask("/admin/verification?status=overdue", { cookie })).text();
    const { name } = await row();
    expect(await list()).toContain(name);
    const due = iso(20).slice(0, 10);
    expect((await ask({ due: iso(-2).slice(0, 10), note: "x" })).status).toBe(422);
    expect((await ask({ due: iso(200).slice(0, 10), note: "x" })).status).toBe(422);
    expect((await ask({ due, note: "They are on vacation" })).status).toBe(303);
    expect(await list()).not.toContain(name);
    expect((await mailsOf("verification-reminder")).length).toBe(1);
    expect((await ask({ due, note: "Again" })).status).toBe(422);
  });

  test("a club that has not sent its documents that runs longer than one that staff may choose can be kept, for a reminder alone", async () => {
    await control
      .updateTable("clubs")
      .set({ verification_due_at: iso(200) })
      .where("code", "=", club.code)
      .execute();
    const { timezone, verification_due_at } = await row();
    const due = dateAt(verification_due_at, timezone);
    expect((await ask({ due: addDays(due, 1), note: "x" })).status).toBe(422);
    expect((await ask({ due, note: "They asked for it again" })).status).toBe(303);
    expect((await row()).verification_due_at).toBe(verification_due_at);
  });
});
