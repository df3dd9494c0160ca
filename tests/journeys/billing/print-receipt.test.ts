import { afterAll, expect, test } from "vitest";
import { brand } from "#app/config/brand.ts";
import { paidClub } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control } = world;
afterAll(() => shop.close());
const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

async function clubWithPayment() {
  const { code } = await paidClub(shop);
  const { id } = await control
    .selectFrom("accounts")
    .select("id")
    .where("club_code", "=", code)
    .executeTakeFirstOrThrow();
  const payment = await control
    .selectFrom("ledger")
    .select("id")
    .where("club_code", "=", code)
    .executeTakeFirstOrThrow();
  return { cookie: await world.signIn(id, code), receipt: `/club/billing/receipts/${payment.id}` };
}

// product/billing.md#billing
test("a receipt is a PDF for its club, and there for no other", async () => {
  const [club, other] = [await clubWithPayment(), await clubWithPayment()];
  const answer = await world.ask(club.receipt, { cookie: club.cookie });
  expect(answer.headers.get("Content-Type")).toBe("application/pdf");
  expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="goodside-receipt-/);
  expect(answer.headers.get("Content-Security-Policy")).toContain("sandbox");
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect((await world.ask(club.receipt, { cookie: other.cookie })).status).toBe(404);
  expect((await world.ask("/club/billing/receipts/none", { cookie: club.cookie })).status).toBe(404);
});

test("a receipt says what was bought, for which year, how it was paid, and both addresses", async () => {
  const { ledgerEntry, boughtWith, ledgerOfClub } = await import(
    "#app/domain/control/billing/ledger.server.ts"
  );
  const { receiptOf } = await import("#app/journeys/billing/print-receipt.server.ts");
  const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
  const postal = { address: "P.O. Box 12", city: "Austin", state: "TX", zip: "78701" };
  const receipt = async (bank: boolean) => {
    const { code } = await paidClub(shop, { plan: "large", bank });
    if (bank) {
      const session = await control
        .selectFrom("subscriptions")
        .select("checkout_session_id as id")
        .where("club_code", "=", code)
        .executeTakeFirstOrThrow();
      await shop.settle(session.id, "succeeded");
      await completeCheckout(world.platform, session.id);
      await runDueJobs(world.platform);
    }
    const club = await findClub(control, code);
    const [{ id } = { id: "" }] = await ledgerOfClub(control, code);
    const entry = await ledgerEntry(control, code, id);
    if (!club || !entry) throw new Error("no payment");
    return receiptOf(club, { entry, bought: await boughtWith(control, entry), postal });
  };
  const byCard = await receipt(false);
  expect(byCard.to).toContain("P.O. Box 12, Austin, TX 78701");
  expect(byCard.from).toContain(brand.location);
  const facts = Object.fromEntries(byCard.facts);
  expect(facts).toMatchObject({ Package: "Large, 801-1,600 players", "Paid by": "Card" });
  expect(facts.Period).toMatch(/^\w+ \d+, \d{4} to \w+ \d+, \d{4}$/);
  expect(Object.fromEntries((await receipt(true)).facts)).toMatchObject({ "Paid by": "US bank account" });
});
