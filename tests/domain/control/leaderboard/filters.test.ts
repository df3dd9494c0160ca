import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardAddress, readBoardFilters, searchWords } from "#app/domain/control/leaderboard/filters.ts";

const read = (query: string, own = "TX") => readBoardFilters(new URLSearchParams(query), own);

describe("the filters of a board", () => {
  test("the filters of a board start with the club's own state, All Ages, All", () => {
    expect(read("")).toEqual({
      filters: { view: "state", state: "TX", ageGroup: null, gender: null, q: "", page: 1 },
      notices: [],
    });
    expect(read("view=&state=&age=all&gender=all&q=")).toEqual(read(""));
  });

  test("the filters of a board start with the nation for a club whose state has no board", () => {
    expect(read("", "").filters).toMatchObject({ view: "national", state: null });
  });

  test("the filters of a board are read from the address, in upper or lower case", () => {
    expect(read("view=state&state=ok&age=u-12&gender=girls&q=+hawks+&page=3").filters).toEqual({
      view: "state",
      state: "OK",
      ageGroup: "U-12",
      gender: "Girls",
      q: "hawks",
      page: 3,
    });
    expect(read("view=national").filters.state).toBeNull();
    expect(read("view=national&state=OK").filters.state).toBe("OK");
  });

  test("fall back if they are unknown, with one notice each", () => {
    const { filters, notices } = read("view=moon&state=ZZ&age=U-99&gender=x&page=-1");
    expect(filters).toEqual(read("").filters);
    expect(notices).toEqual([
      "Unknown view: showing the State View.",
      "Unknown state: showing your own state.",
      "Unknown age group: showing all ages.",
      "Unknown gender: showing all.",
      "Unknown page: showing the first one.",
    ]);
    expect(read("view=national&state=ZZ").notices).toEqual(["Unknown state: showing all states."]);
    expect(read(`q=${"x".repeat(500)}`).filters.q).toHaveLength(80);
    expect(read(`q=${"x".repeat(500)}`).notices).toHaveLength(1);
  });

  test("lead to an address that reads the same, whatever was typed", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("view", "state", "age", "gender", "q", "page"), fc.string()),
        (given) => {
          const { filters } = readBoardFilters(new URLSearchParams(given), "TX");
          const address = new URL(boardAddress(filters, { page: filters.page }), "http://goodside.test");
          expect(readBoardFilters(address.searchParams, "TX")).toEqual({ filters, notices: [] });
        },
      ),
    );
  });

  test("the filters of a board go back to the first page when one of them changes", () => {
    const { filters } = read("page=4&age=U-12");
    expect(boardAddress(filters, { view: "national", state: null })).toBe(
      "/leaderboard?view=national&age=U-12",
    );
    expect(boardAddress(filters, { page: 5 })).toBe("/leaderboard?view=state&state=TX&age=U-12&page=5");
  });
});

test("a search is at most six words in lower case, without accents or wildcards", () => {
  expect(searchWords(" São  José's 100%_EAGLES ")).toEqual(["sao", "joses", "100", "eagles"]);
  expect(searchWords("KS Łódź, Ørsted")).toEqual(["ks", "lodz", "orsted"]);
  expect(searchWords("%_\\'\"--")).toEqual([]);
  expect(searchWords("a b c d e f g h")).toHaveLength(6);
});
