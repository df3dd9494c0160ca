import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { receiveStripeNews } = await import("#app/journeys/billing/webhook-event.server.ts");
afterAll(() => world.close());

test("news that Stripe tells twice is news once, with one job", async () => {
  const news = { id: "evt_1", type: "checkout.session.completed", objectId: "cs_test_1", livemode: false };
  expect(await receiveStripeNews(world.control, news)).toBe(true);
  expect(await receiveStripeNews(world.control, news)).toBe(false);
  const jobs = await world.control.selectFrom("jobs").select("kind").execute();
  expect(jobs.filter(({ kind }) => kind === "checkout.complete")).toHaveLength(1);
});
