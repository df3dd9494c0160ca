import { expect, test } from "vitest";
import { tagLabels, tagNames } from "#app/domain/values/rating-tags.ts";

test("labels come in the list's order, and only for known tags", () => {
  expect(tagLabels(["quiet", "dissent", "nothing"])).toEqual([
    "Dissent at the referee",
    "Quiet while playing",
  ]);
  expect(new Set(tagNames).size).toBe(10);
});
