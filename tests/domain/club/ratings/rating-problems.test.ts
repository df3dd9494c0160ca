import { describe, expect, test } from "vitest";
import { correctionProblems, ratingProblems } from "#app/domain/club/ratings/rating-problems.ts";

// product/ratings.md#rating
describe("the rules of a rating", () => {
  const fine = { tags: [], reason: "" } as const;
  test("a 20 needs a reason on the page but not at the field", () => {
    expect(ratingProblems({ ...fine, score: 20 }, "mobile")).toEqual({});
    expect(Object.keys(ratingProblems({ ...fine, score: 20 }, "page"))).toEqual(["reason"]);
    expect(ratingProblems({ score: 20, tags: ["quiet"], reason: "A calm game" }, "page")).toEqual({});
  });
  // product/ratings.md#tags
  test("a 10 needs a tag, a 0 also a reason", () => {
    expect(Object.keys(ratingProblems({ ...fine, score: 10 }, "mobile"))).toEqual(["happened"]);
    expect(ratingProblems({ score: 10, tags: ["dissent"], reason: "" }, "mobile")).toEqual({});
    expect(Object.keys(ratingProblems({ score: 0, tags: ["quiet"], reason: " \n" }, "mobile"))).toEqual([
      "happened",
      "reason",
    ]);
    expect(ratingProblems({ score: 0, tags: ["dissent"], reason: "Red card" }, "mobile")).toEqual({});
  });
  test("a correction tells all that is missing at once", () => {
    const problems = correctionProblems({ ...fine, score: 0, correctionReason: "" });
    expect(Object.keys(problems)).toEqual(["happened", "reason", "correctionReason"]);
    const complete = { score: 20, tags: [], reason: "Calm", correctionReason: "Wrong game" } as const;
    expect(correctionProblems(complete)).toEqual({});
  });
  test("a missing score has its own message", () => {
    expect(ratingProblems(fine, "mobile")).toEqual({ score: "Please select a rating before submitting" });
    expect(Object.keys(ratingProblems(fine, "page"))).toEqual(["score", "reason"]);
  });
  test("a 20 allows no tag of what went wrong", () => {
    expect(ratingProblems({ score: 20, tags: ["dissent"], reason: "x" }, "page").happened).toMatch(/Untick/);
  });
});
