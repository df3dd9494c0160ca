import fc from "fast-check";
import { expect, test } from "vitest";
import { onePage } from "#app/forms/pages.ts";

const LIST = ["a", "b", "c", "d", "e"];

test.each([
  ["a list without a page number begins at the first", null, 2, { rows: ["a", "b"], page: 1, pages: 3 }],
  ["the last page has what is left", "3", 2, { rows: ["e"], page: 3, pages: 3 }],
  ["a page past the end is the last one", "9", 2, { rows: ["e"], page: 3, pages: 3 }],
  ["zero, signs and words are the first page", "-1", 2, { rows: ["a", "b"], page: 1, pages: 3 }],
  ["a short list has one page", "1", 5, { rows: LIST, page: 1, pages: 1 }],
])("%s", (_, typed, size, expected) => {
  expect(onePage(LIST, typed, size)).toEqual(expected);
});

test("an empty list has one empty page", () => {
  expect(onePage([], "2", 10)).toEqual({ rows: [], page: 1, pages: 1 });
});

test("the pages of a list are the list, each item once", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (list, size) => {
      const { pages } = onePage(list, null, size);
      const all = Array.from({ length: pages }, (_, at) => onePage(list, String(at + 1), size).rows);
      expect(all.flat()).toEqual(list);
    }),
  );
});
