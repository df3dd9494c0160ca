import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { paidClub } from "#tests/support/paid-club.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { endYear } = await import("#app/domain/control/billing/end-year.server.ts");
const { followTerms } = await import("#app/domain/control/billing/follow-terms.server.ts");
const { formatPrice } = await import("#app/domain/control/billing/plans.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { compareWithStripe, readMoney } = await import("#app/journeys/billing/ledger.server.ts");
const { describeRenewal, finishRenewal, startRenewal } = await import(
  "#app/journeys/billing/renewal.server.ts"
);
const { guaranteeCase, refundUnderGuarantee } = await import("#app/journeys/billing/guarantee.server.ts");
const { refundPart } = await import("#app/journeys/billing/staff-refund.server.ts");
const { refreshInvoice } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");
const { pluralize } = await import("#app/domain/values/pluralize.ts");
const { now } = await import("#app/runtime/clock.server.ts");

const DAY = 86_400_000;

let club: Awaited<ReturnType<typeof paidClub>>;
const row = async () => {
  const found = await findClub(control, club.code);
  if (!found) throw new Error("no club");
  return found;
};

const signedUp = Date.now();
/** Runs the product and Stripe until this many days after the sign-up, with the nightly work. */
async function until(days: number): Promise<void> {
  for (const folder of [world.dataDir, shop.dataDir])
    writeFileSync(join(folder, "clock-offset"), String(days * DAY));
  await followTerms(control);
  await compareWithStripe(control);
  await runDueJobs(platform);
}

async function renew(pay: (session: string) => Promise<unknown>): Promise<string> {
  const { attempt } = await describeRenewal(control, await row());
  const start = { shownAttempt: attempt, browserHash: "browser", cancelPath: "/club/billing/renew" };
  const started = await startRenewal(control, await row(), start);
  if (!started.ok) throw new Error(started.problem);
  const session = shop.sessionAt(started.url);
  await pay(session);
  await finishRenewal(platform, club.code, session);
  await runDueJobs(platform);
  return session;
}
const paymentOfYear = async (session: string) =>
  (
    await control
      .selectFrom("subscriptions")
      .select("payment_intent_id")
      .where("checkout_session_id", "=", session)
      .executeTakeFirstOrThrow()
  ).payment_intent_id ?? "";
async function contest(payment: string): Promise<void> {
  const { data } = await stripe().charges.list({ payment_intent: payment });
  await shop.actOnMoney(data[0]?.id ?? "", "contest");
  await readMoney(control, payment);
}
async function decide(payment: string, what: "win" | "lose"): Promise<void> {
  const { data } = await stripe().disputes.list({ payment_intent: payment });
  await shop.actOnMoney(data[0]?.id ?? "", what);
  await readMoney(control, payment);
  await runDueJobs(platform);
}

/** Reads the text of a page, a line for each of its texts. */
async function read(path: string, cookie: string): Promise<string> {
  const answer = await world.ask(path, { cookie });
  expect(answer.status, path).toBe(200);
  return (await answer.text())
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, "")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&#x27;", "’")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s*\n\s*/g, "\n");
}
const amountsIn = (text: string) =>
  [...text.matchAll(/^-?\$[\d,]+(?:\.\d\d)?$/gm)].map(([price]) => Number(price.replaceAll(/[$,]/g, "")));
/** Returns the amounts of a club's table of payments, negative where it says 'back'; a bank's once it has come. */
const paidAndBack = (text: string) =>
  [...text.matchAll(/^(.*)\n.* \d{1,2}, \d{4}\n\$([\d,.]+)( back to you)?$/gm)]
    .filter(([, label]) => !label?.startsWith("Bank payment"))
    .map(([, , price = "", back]) => Number(price.replaceAll(",", "")) * (back ? -1 : 1));
const between = (text: string, from: string, to: string) => {
  const [, after = ""] = text.split(`${from}\n`, 2);
  return after.split(`\n${to}\n`)[0] ?? "";
};

/** Returns Stripe's own movements of the last days, in dollars, newest first. */
async function atStripe(days = Number.POSITIVE_INFINITY): Promise<number[]> {
  const since = now().getTime() - days * DAY;
  const { data } = await stripe().balanceTransactions.list({ limit: 100 });
  return data.filter(({ created }) => created * 1_000 >= since).map(({ net }) => net / 100);
}
const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Returns the days until the end of years that began on a day after the sign-up. */
function daysUntil(years: number, day = 0): string {
  const anniversary = new Date(signedUp + day * DAY);
  anniversary.setUTCFullYear(anniversary.getUTCFullYear() + years);
  return pluralize(Math.ceil((anniversary.getTime() - now().getTime()) / DAY), "day");
}
const withoutDays = (text: string) =>
  text.replaceAll("\n", ", ").replaceAll(/\b[A-Z][a-z]+ \d{1,2}(, \d{4})?/g, "…");

/** Expected texts of staff's pages and the club's own at one moment. */
interface Moment {
  /** Year on the club's page for staff: 'Paid until, Nov 29, 2027, 364 days left'. */
  year: string;
  /** Each with its state, the last one first. */
  years: string[];
  /** Items on the dashboard for a person. */
  needs: string[];
  bankPayments?: number;
  /** Texts of the club's billing page. */
  club: string[];
}

async function agree(expected: Moment): Promise<void> {
  const cookie = await world.signInStaff("super_admin");
  const [home, page, money] = [
    await read("/admin", cookie),
    await read(`/admin/clubs/${club.code}`, cookie),
    await read(`/admin/clubs/${club.code}/money`, cookie),
  ];
  const account = await control
    .selectFrom("accounts")
    .select("id")
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  const billing = await read("/club/billing", await world.signIn(account.id, club.code));
  const years = between(money, "Note", "Contested payments").split("\nPayments and refunds")[0] ?? "";
  const shown = {
    year: withoutDays(/\n((?:Paid until|Year ends|Year ended)\n.+\n.+)/.exec(page)?.[1] ?? ""),
    years: [...years.matchAll(/^.* to .*\n(?<package>.*)\n(?<state>.*)$/gm)].map(({ groups }) =>
      withoutDays(`${groups?.package}: ${groups?.state}`),
    ),
    needs: [...between(home, "What to do", "The platform").matchAll(/^Billing\n(.*)$/gm)].map(
      ([, task]) => task,
    ),
    bankPayments: Number(/Bank payments on their way\n(\d+)/.exec(home)?.[1]),
    movements: sorted(amountsIn(between(money, "At Stripe", "Refunds that were ordered"))),
    atClub: sorted(paidAndBack(between(billing, "Receipt", "Emails about money"))),
    in30Days: /Money in, 30 days\n(.*)/.exec(home)?.[1],
    club: expected.club.filter((text) => billing.includes(text)),
  };
  expect(shown).toEqual({
    bankPayments: 0,
    ...expected,
    movements: sorted(await atStripe()),
    atClub: sorted(await atStripe()),
    in30Days: formatPrice(100 * sum(await atStripe(30))),
  });
}

test("three years of a club: staff's pages and its own say what Stripe's books say", async () => {
  club = await paidClub(shop);
  await until(10);
  await inTransaction(control, (tx) =>
    settle(tx, { clubCode: club.code, players: 900, orderedBy: "adm", at: now() }),
  );
  await runDueJobs(platform);
  const invoice = await control.selectFrom("invoices").select("id").executeTakeFirstOrThrow();
  await shop.payInvoice(invoice.id);
  await refreshInvoice(control, invoice.id);
  await runDueJobs(platform);
  await agree({
    year: `Paid until, …, ${daysUntil(1)} left`,
    years: ["Large, $1,499: Paid"],
    needs: [],
    club: ["Active", "Large"],
  });
  const ending = await read(`/admin/clubs/${club.code}/year`, await world.signInStaff("super_admin"));
  expect(ending).toContain("Package\nLarge, $1,499");

  // The bank takes the invoice's money back, decides for us, and staff give a part of it back.
  await until(60);
  const { payment_intent_id: invoiced } = await control
    .selectFrom("invoices")
    .select("payment_intent_id")
    .executeTakeFirstOrThrow();
  await contest(invoiced ?? "");
  await agree({
    year: `Paid until, …, ${daysUntil(1)} left`,
    years: ["Large, $1,499: Paid"],
    needs: ["Answer at Stripe: $750 contested"],
    club: ["Active", "Contested at your bank"],
  });
  await until(75);
  await decide(invoiced ?? "", "win");
  expect(
    await refundPart(control, await row(), {
      paymentIntentId: invoiced ?? "",
      cents: 10_000,
      shownLeftCents: 75_000,
      note: "A field was closed",
      adminId: "adm",
    }),
  ).toMatchObject({ ok: true, state: "sent" });
  await runDueJobs(platform);
  await readMoney(control, invoiced ?? "");
  await agree({
    year: `Paid until, …, ${daysUntil(1)} left`,
    years: ["Large, $1,499: Paid"],
    needs: [],
    club: ["Active", "Returned by your bank"],
  });

  // The second year: a bank's payment that fails, a card's, and the guarantee.
  await until(340);
  const failing = await renew(shop.payByBank);
  await agree({
    year: `Paid until, …, ${daysUntil(2)} left`,
    years: ["Large, $1,499: The bank payment is on its way", "Large, $1,499: Paid"],
    needs: [],
    bankPayments: 1,
    club: ["Active", ", Large"],
  });
  await until(345);
  await shop.settle(failing, "failed");
  await finishRenewal(platform, club.code, failing);
  await runDueJobs(platform);
  await agree({
    year: `Paid until, …, ${daysUntil(1)} left`,
    years: ["Large, $1,499: The bank payment failed on …", "Large, $1,499: Paid"],
    needs: [],
    club: ["Active"],
  });
  await until(350);
  await renew(shop.payByCard);
  await until(355);
  const offer = await guaranteeCase(platform, await row());
  await refundUnderGuarantee(control, await row(), {
    adminId: "adm",
    note: "The league folded",
    shownCents: offer.cents,
    shownContestedCents: offer.contestedCents,
  });
  await runDueJobs(platform);
  await readMoney(control, offer.payments[0]?.paymentIntentId ?? "");
  await agree({
    year: `Paid until, …, ${daysUntil(1)} left`,
    years: [
      "Large, $1,499: Taken back on …: the guarantee",
      "Large, $1,499: The bank payment failed on …",
      "Large, $1,499: Paid",
    ],
    needs: [],
    club: ["Active"],
  });

  // Its year ends; it is renewed late, and the bank gives that money back.
  await until(380);
  await agree({
    year: "Year ended, …, read-only until …",
    years: [
      "Large, $1,499: Taken back on …: the guarantee",
      "Large, $1,499: The bank payment failed on …",
      "Large, $1,499: Paid",
    ],
    needs: [],
    club: ["Ended"],
  });
  await until(390);
  const late = await renew(shop.payByCard);
  const before = [
    "Large, $1,499: Taken back on …: the guarantee",
    "Large, $1,499: The bank payment failed on …",
    "Large, $1,499: Paid",
  ];
  await agree({
    year: `Paid until, …, ${daysUntil(1, 390)} left`,
    years: ["Large, $1,499: Paid", ...before],
    needs: [],
    club: ["Active"],
  });
  await until(500);
  await contest(await paymentOfYear(late));
  await until(520);
  await decide(await paymentOfYear(late), "lose");
  await agree({
    year: `Paid until, …, ${daysUntil(1, 390)} left`,
    years: ["Large, $1,499: Paid", ...before],
    needs: [],
    club: ["Active", "Contested at your bank"],
  });

  // Staff end the year that the bank took back; the third one brings the club back.
  await endYear(control, club.code, { what: "end", note: "The payment was lost", adminId: "adm" });
  await agree({
    year: "Year ended, …, read-only until …",
    years: ["Large, $1,499: Ended by staff on …", ...before],
    needs: [],
    club: ["Ended"],
  });
  await until(560);
  await agree({
    year: "Year ended, …, not renewed",
    years: ["Large, $1,499: Ended by staff on …", ...before],
    needs: [],
    club: ["Paused"],
  });
  await until(600);
  await renew(shop.payByCard);
  await agree({
    year: `Paid until, …, ${daysUntil(1, 600)} left`,
    years: ["Large, $1,499: Paid", "Large, $1,499: Ended by staff on …", ...before],
    needs: [],
    club: ["Active"],
  });
  await until(930);
  await agree({
    year: `Paid until, …, ${daysUntil(1, 600)} left`,
    years: ["Large, $1,499: Paid", "Large, $1,499: Ended by staff on …", ...before],
    needs: [],
    club: ["Active"],
  });
  expect(shop.balance()).toBe(await shop.books());
}, 60_000);

test("money that moved in the second in which a comparison begins is in both books", async () => {
  const { moved_at } = await control
    .selectFrom("ledger")
    .select("moved_at")
    .orderBy("moved_at", "desc")
    .executeTakeFirstOrThrow();
  await control.deleteFrom("stripe_checks").execute();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(moved_at) + 500 + 35 * DAY - 930 * DAY });
  try {
    await compareWithStripe(control);
  } finally {
    vi.useRealTimers();
  }
  const check = await control
    .selectFrom("stripe_checks")
    .select(["movements", "differences"])
    .orderBy("checked_at", "desc")
    .executeTakeFirstOrThrow();
  expect(check).toEqual({ movements: 1, differences: "[]" });
});
