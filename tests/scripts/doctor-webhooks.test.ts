import { afterAll, expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "#app/payments/webhook-events.ts";
import { openShop } from "#tests/support/shop.ts";
import { ofWebhooks } from "../../scripts/doctor/webhooks.ts";

const shop = await openShop();
afterAll(() => shop.close());
const { readWebhookEndpoints } = await import("#app/payments/webhook-endpoints.server.ts");

const needed = Object.values(WEBHOOK_EVENTS).flat();
const url = "https://goodside.example/webhooks/stripe";
const look = async (events: string[], more: { url?: string; enabled?: boolean } = {}) =>
  (await ofWebhooks("https://goodside.example", async () => [{ url, enabled: true, events, ...more }]))[0];

test("the stub of Stripe sends every event", async () => {
  const [endpoint] = await readWebhookEndpoints();
  const appUrl = endpoint?.url.replace("/webhooks/stripe", "") ?? "";
  expect(await ofWebhooks(appUrl, readWebhookEndpoints)).toMatchObject([{ level: "ok" }]);
});

test("the doctor names the events that Stripe does not send", async () => {
  expect(await look(needed)).toMatchObject({ level: "ok" });
  expect(await look(["*"])).toMatchObject({ level: "ok" });
  const found = await look(needed.filter((type) => !type.startsWith("invoice.p")));
  expect(found).toMatchObject({ level: "WRONG" });
  expect(found?.says).toBe("Stripe does not send invoice.paid, invoice.payment_failed");
});

test("an endpoint of another address, or one that is off, sends nothing here", async () => {
  expect((await look(needed, { url: "https://other.example/webhooks/stripe" }))?.level).toBe("WRONG");
  expect((await look(needed, { enabled: false }))?.says).toContain("sends no events to");
});

test("the doctor reports that Stripe cannot be asked, without the key", async () => {
  const [found] = await ofWebhooks("https://goodside.example", () =>
    Promise.reject(new TypeError("sk_live_secret")),
  );
  expect(found?.level).toBe("warn");
  expect(found?.says).not.toContain("sk_live");
});
