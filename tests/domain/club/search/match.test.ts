import { expect, test } from "vitest";
import { costOf, mistakesIn, nearest, searchedWords } from "#app/domain/club/search/match.ts";

// product/pages.md#search
const find = (typed: string, names: readonly string[]) =>
  nearest(names, (name, reading) => costOf(searchedWords(typed), searchedWords(name), reading));

const parents = [
  "Guadalupe R\u00edos",
  "Guadalupe Rivera",
  "Mary Rios-Hall",
  "Christopher Nguyen",
  "Mar\u00eda Ng",
  "Sean O'Brien",
];

test.each([
  ["rios", ["Guadalupe R\u00edos", "Mary Rios-Hall"]],
  ["R\u00cdOS guadalupe", ["Guadalupe R\u00edos"]],
  ["gaudalupe", ["Guadalupe R\u00edos", "Guadalupe Rivera"]],
  ["guadelupe rivrea", ["Guadalupe Rivera"]],
  ["christoper", ["Christopher Nguyen"]],
  ["chirst", ["Christopher Nguyen"]],
  ["ngyuen", ["Christopher Nguyen"]],
  ["ng", ["Mar\u00eda Ng", "Christopher Nguyen"]],
  ["o'brien", ["Sean O'Brien"]],
  ["obrein", ["Sean O'Brien"]],
  ["nobody", []],
  ["maria rios", []],
])("'%s' finds those it means", (typed, found) => {
  expect(find(typed, parents)).toEqual(found);
});

test("mistakes count only where nothing is found without", () => {
  expect(find("hawks", ["Hawks", "Hawkes", "Nighthawks"])).toEqual(["Hawks"]);
  expect(find("hawsk", ["Hawkes", "Hawks"])).toEqual(["Hawks", "Hawkes"]);
  expect(find("u12", ["Hawks U-12", "Otters U-10"])).toEqual(["Hawks U-12"]);
});

test("a short word has no mistake, a long one two", () => {
  expect(["ann", "anna", "annabel", "annabell"].map(mistakesIn)).toEqual([0, 1, 1, 2]);
});
