import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { seedDemo } = await import("../../sandbox/demo/seed.ts");
const { demoClubs } = await import("../../sandbox/demo/story.ts");
const { describeBilling } = await import("#app/domain/control/billing/describe-billing.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { describeVerification } = await import("#app/domain/control/verification/describe.server.ts");
const { readMoney, compareWithStripe } = await import("#app/journeys/billing/ledger.server.ts");
const { refreshInvoice } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

beforeAll(() =>
  shop.away(async () => {
    await seedDemo(platform);
    cpSync(join(world.dataDir, "sandbox"), join(shop.dataDir, "sandbox"), { recursive: true });
  }),
);

const club = async (code: string) => {
  const found = await findClub(control, code);
  if (!found) throw new Error(`no club ${code}`);
  return found;
};
const billing = async (code: string) => describeBilling(control, await club(code));
const entriesOf = async (code: string) =>
  (await billing(code)).entries.map(({ label, amount, receipt }) => [label, amount, receipt]);

test("the demo's clubs have paid; one got a part back, and one owes an invoice", async () => {
  expect(await entriesOf("demo1")).toEqual([["Payment", "$749", true]]);
  expect(await billing("demo1")).toMatchObject({ price: "$749", due: [], waiting: [], invoices: [] });
  expect(await entriesOf("bayview308")).toEqual([
    ["Refund", "$750", true],
    ["Payment", "$1,499", true],
  ]);
  expect(await billing("bayview308")).toMatchObject({
    price: "$749",
    plan: expect.stringMatching(/^Standard/),
  });
  const owes = await billing("hillcountry27");
  expect(owes).toMatchObject({ plan: expect.stringMatching(/^Large/), price: "$1,499" });
  expect(owes.due).toMatchObject([{ price: "$750", overdue: false, failed: false }]);
  expect((await describeVerification(control, await club("hillcountry27"))).label).toBe(
    "Billing Adjustment Required",
  );
});

test("the demo's money leaves nothing to mail or do, and Stripe's books agree", async () => {
  await runDueJobs(platform);
  expect(await control.selectFrom("mails").select("tag").where("tag", "like", "%invoice%").execute()).toEqual(
    [],
  );
  const before = await control.selectFrom("ledger").select("id").execute();
  expect(before).toHaveLength(4);
  for (const { code } of demoClubs) await readMoney(control, `pi_demo_${code}`);
  await compareWithStripe(control);
  expect(await control.selectFrom("ledger").select("id").execute()).toHaveLength(before.length);
  const check = await control.selectFrom("stripe_checks").selectAll().executeTakeFirstOrThrow();
  expect(check.differences).toBe("[]");
  const { sum } = await control
    .selectFrom("ledger")
    .select(({ fn }) => fn.sum<number>("amount_cents").as("sum"))
    .executeTakeFirstOrThrow();
  expect(sum).toBe(shop.balance());
});

test("the open invoice can be paid at the stub", async () => {
  await shop.payInvoice("in_demo_hillcountry27");
  await refreshInvoice(control, "in_demo_hillcountry27");
  expect((await billing("hillcountry27")).due).toEqual([]);
});
