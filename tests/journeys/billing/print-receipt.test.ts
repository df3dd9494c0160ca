import { afterAll, expect, test } from "vitest";
import { paidClub } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control } = world;
afterAll(() => shop.close());

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

// product.md#billing
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
