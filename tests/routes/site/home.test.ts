import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

test("the first page carries its stylesheet, and no script", async () => {
  const answer = await world.ask("/");
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain("Goodside");
  expect(html).toContain("<style>");
  // Structured data is not a script.
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
});

test("an unknown path is a 404", async () => {
  expect((await world.ask("/nowhere")).status).toBe(404);
});
