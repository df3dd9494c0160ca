import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { readAgainFor, WEBHOOK_EVENTS } from "#app/payments/webhook-events.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { receiveWebhookEvent } = await import("#app/journeys/billing/webhook-event.server.ts");
afterAll(() => world.close());

test("an event that Stripe delivers twice is stored once, with one job", async () => {
  const event = { id: "evt_1", type: "checkout.session.completed", objectId: "cs_test_1", livemode: false };
  expect(await receiveWebhookEvent(world.control, event)).toBe(true);
  expect(await receiveWebhookEvent(world.control, event)).toBe(false);
  const jobs = await world.control.selectFrom("jobs").select("kind").execute();
  expect(jobs.filter(({ kind }) => kind === "checkout.complete")).toHaveLength(1);
});

test("every event that the code needs is named in operating.md, so that an operator has Stripe send it", async () => {
  const page = readFileSync(new URL("../../../docs/operating.md", import.meta.url), "utf8");
  const needed = Object.values(WEBHOOK_EVENTS).flat();
  expect(needed.filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
  expect(needed.every((type) => readAgainFor(type) !== null)).toBe(true);
  expect(readAgainFor("payment_intent.succeeded")).toBeNull();
});
