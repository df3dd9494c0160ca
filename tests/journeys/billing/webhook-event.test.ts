import { afterAll, expect, test } from "vitest";
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
