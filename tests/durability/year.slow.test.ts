import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";
import { Chance } from "./chance.ts";
import { lifeOfClubs, PASSWORD, STAFF } from "./club-life.ts";
import { read, underKills } from "./kills.ts";
import { ownFolder } from "./own-folder.ts";
import { runOf } from "./run.ts";
import { openStored } from "./stored.ts";

const { seed } = runOf(process.env);
const DAY = 86_400_000;
const { dataDir, drop } = await ownFolder("year");
let server: RunningServer;
const kills = underKills(() => server, new Chance(seed));

beforeAll(async () => {
  const { registerAdmin } = await import("#app/domain/control/platform/register-admin.server.ts");
  const robin = { firstName: "Robin", lastName: "Reyes", company: "", ...STAFF };
  const open = await openStored(dataDir, { migrate: true });
  await registerAdmin(open.control, { ...robin, role: "super_admin" }, "command line");
  await open.close();
  server = await startServer({ dataDir, env: { LOG_LEVEL: "error" } });
});
afterAll(async () => {
  await server?.stop();
  await drop();
});

test(`two clubs live a year while processes are killed (seed ${seed}): all happens once`, async () => {
  const life = lifeOfClubs(server, kills);
  const { step } = kills;

  // Both bought the wrong package: one gets money back, the other owes some, and pays too late.
  const big = await life.signUp("Bigtown", "large", "1200");
  const small = await life.signUp("Smallville", "standard", "350");
  await life.adjust(big, "300");
  await life.adjust(small, "1000");
  const invoice = await life.comes((db) =>
    db
      .selectFrom("invoices")
      .select(["id", "due_at"])
      .where("club_code", "=", small.code)
      .where("due_at", "is not", null)
      .executeTakeFirst(),
  );
  await life.mail(big, "refund-sent");
  // The ledger reads the refund at Stripe in a job of its own.
  await expect
    .poll(() => life.ledger(big.code), { timeout: 60_000, interval: 300 })
    .toEqual(["payment 149900", "refund -75000"]);
  await life.clockTo(new Date(Date.parse(invoice.due_at) + DAY));
  await life.mail(small, "invoice-overdue");
  await life.signIn(small);
  expect(await read(small.person, "/club/billing")).toContain("$750 was due on");
  await life.press(`/sandbox/invoices/${invoice.id}`);
  await life.mail(small, "invoice-paid");
  expect(await read(small.person, "/club/billing")).not.toContain("$750 was due on");

  // The payer contests the first payment, and loses.
  const payment = await life.control((db) =>
    db
      .selectFrom("ledger")
      .select("stripe_id")
      .where("club_code", "=", small.code)
      .where("amount_cents", "=", 74_900)
      .executeTakeFirstOrThrow(),
  );
  await life.press(`/sandbox/money/${payment.stripe_id}`, { act: "contest" });
  const dispute = await life.comes((db) =>
    db.selectFrom("disputes").select("id").where("club_code", "=", small.code).executeTakeFirst(),
  );
  await life.press(`/sandbox/money/${dispute.id}`, { act: "respond" });
  await life.press(`/sandbox/money/${dispute.id}`, { act: "win" });
  await life.rested();

  // One club renews 20 days late, the other one leaves.
  const endOf = async (code: string) =>
    new Date(
      (
        await life.control((db) =>
          db.selectFrom("clubs").select("term_ends_at").where("code", "=", code).executeTakeFirstOrThrow(),
        )
      ).term_ends_at,
    );
  const ends = await endOf(small.code);
  for (const [nth, days] of [30, 7, 1].entries()) {
    await life.clockTo(new Date(ends.getTime() - (days - 0.1) * DAY));
    for (const club of [big, small]) await life.mail(club, "term-notice", nth + 1);
  }
  await life.signIn(big);
  await step(() => big.person.post("/club/leave/cancel", { current: PASSWORD }), "/club/leave");
  const late = new Date(ends.getTime() + 20 * DAY);
  await life.clockTo(late);
  await life.mail(small, "term-notice", 4);
  await life.signIn(small);
  await step(() => small.person.post("/teams/new", { name: "Lions" }), "402");
  // The bank refuses: the club stays paused, and pays by card.
  const refused = await life.pay(small.person, "/club/billing/renew", small.email, "bank");
  await life.press(`/sandbox/bank-payments/${refused}`, { outcome: "failed" });
  await life.mail(small, "renewal-failed");
  await step(() => small.person.post("/teams/new", { name: "Lions" }), "402");
  await life.pay(small.person, "/club/billing/renew", small.email);
  // Not by its mail: the pending bank payment may have caused one.
  const { term_ends_at: until } = await life.comes((db) =>
    db
      .selectFrom("clubs")
      .select("term_ends_at")
      .where("code", "=", small.code)
      .where("term_ends_at", ">", late.toISOString())
      .executeTakeFirst(),
  );
  await life.mail(small, "renewed");
  const renewedFor = Date.parse(until) - late.getTime();
  expect(renewedFor / DAY).toBeGreaterThan(364.9);
  expect(renewedFor / DAY).toBeLessThan(366.1);
  expect(await read(small.person, "/teams/new")).toContain("Add Team");

  // In the second year: somebody refunds a part at Stripe, and the guarantee refunds the rest of this year.
  const renewal = await life.comes((db) =>
    db
      .selectFrom("ledger")
      .select("stripe_id")
      .where("club_code", "=", small.code)
      .where("amount_cents", "=", 149_900)
      .executeTakeFirst(),
  );
  await life.press(`/sandbox/money/${renewal.stripe_id}`, { act: "refund", amount: "100.00" });
  await expect
    .poll(() => life.ledger(small.code), { timeout: 60_000, interval: 300 })
    .toContain("refund -10000");
  expect(await life.takeBack(small)).toBe(139_900);
  await life.mail(small, "refund-sent");
  await life.rested();
  await step(() => small.person.post("/teams/new", { name: "Lions" }), "402");
  await life.clockTo(new Date(late.getTime() + 2 * DAY));
  await life.mail(small, "term-notice", 5);
  await life.clockTo(new Date(ends.getTime() + 91 * DAY));
  await life.comes(async (db) => {
    const left = await db.selectFrom("clubs").select("code").execute();
    return left.length === 1 || undefined;
  });
  await life.rested();

  const stored = await openStored(dataDir);
  expect(await stored.clubs.codes()).toEqual([small.code]);
  await stored.close();
  expect(await life.ledger(small.code)).toEqual([
    "dispute -74900",
    "dispute-returned 74900",
    "payment 149900",
    "payment 74900",
    "payment 75000",
    "refund -10000",
    "refund -139900",
  ]);
  const tags = (club: typeof big) =>
    life
      .mails(club)
      .map(({ tag }) => tag)
      .sort();
  const all = ["password-set", "verification-decided", "verification-received", "welcome"];
  expect(tags(big)).toEqual([...all, ...times(3, "term-notice"), "club-cancelled", "refund-sent"].sort());
  const invoiceMails = ["invoice-open", "invoice-overdue", "invoice-paid"];
  // The dispute, and its outcome.
  const contested = times(2, "payment-contested");
  // Its second year has ended, and 30 days later it is paused.
  const renewed = tags(small).filter((tag) => tag === "renewed").length;
  expect([1, 2]).toContain(renewed);
  const secondYear = [
    // For the manual refund at Stripe, and for the rest.
    ...["renewal-failed", ...times(2, "refund-sent")],
    ...[...times(renewed, "renewed"), ...times(2, "term-notice")],
  ];
  expect(tags(small)).toEqual(
    [...all, ...times(4, "term-notice"), ...invoiceMails, ...contested, ...secondYear].sort(),
  );

  const { cents } = await life.control((db) =>
    db
      .selectFrom("ledger")
      .select(({ fn }) => fn.sum<number>("amount_cents").as("cents"))
      .executeTakeFirstOrThrow(),
  );
  // The second year is all given back.
  expect(cents).toBe(149_900 - 75_000 + 74_900 + 75_000);
  const atStripe = await read(new Visitor(server.url), "/sandbox/money");
  expect(atStripe).toContain("holds for Goodside: $2,248.00");
  const made = atStripe.match(/\b(ch|re|du)_\w+/g) ?? [];
  expect(made.map((id) => id.slice(0, 2)).sort()).toEqual(["ch", "ch", "ch", "ch", "du", "re", "re", "re"]);
  console.log(`seed ${seed}: ${kills.kills()} processes killed`);
}, 300_000);

const times = (count: number, tag: string) => Array.from({ length: count }, () => tag);
