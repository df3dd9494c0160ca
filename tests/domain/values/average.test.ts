import { expect, test } from "vitest";
import { formatAverage } from "#app/domain/values/average.ts";

test.each([
  [20, "20.0"],
  [590 / 30, "19.7"],
  [19.99, "19.9"],
  [17.99, "18.0"],
  [50 / 3, "16.7"],
  [0, "0.0"],
])("the average %d is shown as %s, and as 20.0 only where every game was perfect", (average, shown) => {
  expect(formatAverage(average)).toBe(shown);
});
