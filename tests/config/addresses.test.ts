import { expect, test } from "vitest";
import { href } from "#app/config/addresses.ts";

test("parameters are encoded", () => {
  expect(href("/teams/:teamId/edit", { teamId: "a/b?c" })).toBe("/teams/a%2Fb%3Fc/edit");
});

test("other values become the query, without those that are undefined", () => {
  expect(href("/rating/:gameId", { gameId: "g1", as: "coach", page: undefined })).toBe("/rating/g1?as=coach");
  expect(href("/mobile-rating", { game: "a&b" })).toBe("/mobile-rating?game=a%26b");
  expect(href("/teams")).toBe("/teams");
});

test("an empty parameter is refused", () => {
  expect(() => href("/teams/:teamId/edit", { teamId: "" })).toThrow("teamId");
});

test("an unknown pattern and a missing parameter are type errors", () => {
  // @ts-expect-error no such route
  href("/team");
  // @ts-expect-error the catch-all address is not a page to link to
  href("/*");
  // @ts-expect-error the team is missing
  expect(() => href("/teams/:teamId/edit")).toThrow();
  // @ts-expect-error the parameter has another name
  expect(() => href("/teams/:teamId/edit", { id: "a" })).toThrow();
});
