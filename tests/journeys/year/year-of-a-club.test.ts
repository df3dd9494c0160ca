import { afterAll, expect, test } from "vitest";
import { paidClub } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";

const shop = await openShop();
const { control, platform } = shop.world;
afterAll(() => shop.close());

const { inTransaction } = await import("#app/db/engine.server.ts");
const { settle } = await import("#app/domain/control/billing/settlements.server.ts");
const { remindOverdue } = await import("#app/journeys/billing/settlement-invoice.server.ts");
const { readMoney } = await import("#app/journeys/billing/ledger.server.ts");
const { receiveWebhookEvent } = await import("#app/journeys/billing/webhook-event.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");

const adjust = async (clubCode: string, players: number) => {
  await inTransaction(control, (tx) => settle(tx, { clubCode, players, orderedBy: "adm", at: new Date() }));
  await runDueJobs(platform);
};
const happened = async (type: string, objectId: string) => {
  for (const id of [newId(), newId()])
    await receiveWebhookEvent(control, { id, type, objectId, livemode: false });
  await runDueJobs(platform);
};
const ledgerOf = (code: string) =>
  control.selectFrom("ledger").selectAll().where("club_code", "=", code).orderBy("recorded_at").execute();
const mailsOf = async (code: string, of: RegExp) =>
  (await control.selectFrom("mails").select("tag").where("club_code", "=", code).execute())
    .map(({ tag }) => tag)
    .filter((tag) => of.test(tag))
    .sort();

test("two clubs' money over a year, each event twice: every mail, row and movement once", async () => {
  const large = await paidClub(shop, { plan: "large" });
  await adjust(large.code, 300);
  const small = await paidClub(shop, { plan: "standard" });
  await adjust(small.code, 1_000);
  const { id } = await control
    .selectFrom("invoices")
    .select("id")
    .where("club_code", "=", small.code)
    .executeTakeFirstOrThrow();
  await control
    .updateTable("invoices")
    .set({ due_at: "2026-01-01T00:00:00.000Z" })
    .where("id", "=", id)
    .execute();
  for (const _ of [1, 2]) await remindOverdue(control);
  await shop.payInvoiceByBank(id);
  await shop.actOnMoney(id, "fail");
  await happened("invoice.payment_failed", id);
  await shop.payInvoiceByBank(id);
  await shop.actOnMoney(id, "arrive");
  await happened("invoice.paid", id);

  const [payment] = await ledgerOf(small.code);
  await shop.actOnMoney(payment?.stripe_id ?? "", "contest");
  await readMoney(control, small.paymentIntentId);
  const { id: dispute } = await control
    .selectFrom("disputes")
    .select("id")
    .where("club_code", "=", small.code)
    .executeTakeFirstOrThrow();
  await shop.actOnMoney(dispute, "respond");
  await happened("charge.dispute.updated", dispute);
  await shop.actOnMoney(dispute, "win");
  await happened("charge.dispute.closed", dispute);

  const rows = async (code: string) =>
    (await ledgerOf(code)).map(({ kind, amount_cents }) => `${kind} ${amount_cents}`).sort();
  expect(await rows(large.code)).toEqual(["payment 149900", "refund -75000"]);
  expect(await rows(small.code)).toEqual([
    "dispute -74900",
    "dispute-returned 74900",
    "payment 74900",
    "payment 75000",
  ]);
  expect(await mailsOf(large.code, /^refund/)).toEqual(["refund-sent"]);
  expect(await mailsOf(small.code, /^invoice/)).toEqual([
    "invoice-open",
    "invoice-overdue",
    "invoice-paid",
    "invoice-payment-failed",
  ]);
  expect(await shop.books()).toBe(149_900 - 75_000 + 74_900 + 75_000);
  expect(shop.balance()).toBe(await shop.books());
});
