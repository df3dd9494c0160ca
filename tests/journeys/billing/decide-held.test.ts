import { afterAll, expect, test } from "vitest";
import { openPayment } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";
import { cookiesOf, staffOf } from "../../support/staff.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());
const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

const staff = staffOf(world);
const cookie = cookiesOf(await staff.signIn((await staff.staff("admin")).email));
const decide = async (sessionId: string, decision: string) => {
  const answer = await world.ask(`/admin/billing/held/${sessionId}`, { cookie, form: { decision } });
  await runDueJobs(platform);
  return answer.status;
};
const clubOf = async (sessionId: string) =>
  (
    await control
      .selectFrom("checkouts as k")
      .innerJoin("signups as s", "s.id", "k.signup_id")
      .select("s.club_code as code")
      .where("k.session_id", "=", sessionId)
      .executeTakeFirstOrThrow()
  ).code;
const mailsWithKey = async (key: string) =>
  (await control.selectFrom("mails").select("id").where("key", "=", key).execute()).length;

/** Makes a held payment of 749 dollars for a price of 1,499. */
async function heldPayment(): Promise<string> {
  const sessionId = await openPayment(shop);
  await control
    .updateTable("checkouts")
    .set({ price_cents: 149_900 })
    .where("session_id", "=", sessionId)
    .execute();
  await shop.payByCard(sessionId);
  for (const _ of [1, 2]) expect(await completeCheckout(platform, sessionId)).toEqual({ state: "held" });
  await runDueJobs(platform);
  expect(await clubOf(sessionId)).toBeNull();
  return sessionId;
}

// product/billing.md#held-payments
test("another amount than the price opens nothing until staff accept it, once", async () => {
  const sessionId = await heldPayment();
  expect(await mailsWithKey(`held:${sessionId}`)).toBe(1);
  const list = await (await world.ask("/admin/billing", { cookie })).text();
  expect(list).toContain(`/admin/billing/held/${sessionId}`);
  expect(await decide(sessionId, "neither")).toBe(422);
  expect(await clubOf(sessionId)).toBeNull();
  expect(await decide(sessionId, "accepted")).toBe(303);
  expect(await clubOf(sessionId)).toMatch(/^oakhill/i);
  expect(await decide(sessionId, "refunded")).toBe(303);
  const orders = await control.selectFrom("refund_orders").select("id").execute();
  expect(orders).toEqual([]);
});

test("staff send it back: one refund, one mail to the payer, and no club", async () => {
  const sessionId = await heldPayment();
  for (const _ of [1, 2]) await decide(sessionId, "refunded");
  await decide(sessionId, "accepted");
  expect(await clubOf(sessionId)).toBeNull();
  const orders = await control.selectFrom("refund_orders").select(["why", "state", "amount_cents"]).execute();
  expect(orders).toEqual([{ why: "held", state: "sent", amount_cents: 74_900 }]);
  expect(shop.balance()).toBe(74_900);
});
