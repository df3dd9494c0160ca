import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PulseScore } from "#app/db/club/schema.ts";
import {
  closingDays,
  closingOf,
  distributionOf,
  FEWEST_ANSWERS,
  type GroupedAnswer,
  reminderOf,
  satisfactionOf,
  shownGroups,
  statsOf,
} from "#app/domain/club/pulse/pulse.ts";

const answer = fc.record({
  score: fc.constantFrom<PulseScore>(1, 2, 3, 4, 5),
  teamIds: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 3 }),
});
/** Clubs as they are: most families have one team, few have several, some teams are small. */
const someAnswers = fc
  .array(fc.record({ kind: answer, times: fc.integer({ min: 1, max: 9 }) }), { maxLength: 12 })
  .map((kinds) => kinds.flatMap(({ kind, times }) => Array.from({ length: times }, () => kind)));

const of = (times: number, teamIds: string[], score: PulseScore = 4): GroupedAnswer[] =>
  Array.from({ length: times }, () => ({ score, teamIds }));
const sizes = (answers: GroupedAnswer[]) => {
  const { club, teams } = shownGroups(answers);
  return {
    club: club?.length ?? null,
    ...Object.fromEntries([...teams].map(([id, all]) => [id, all.length])),
  };
};

// product/reports.md#pulse-anonymity
describe("what is shown of answers", () => {
  test("what is shown of answers lets nobody work out a group of fewer than 5, by any sum or difference of figures", () => {
    fc.assert(
      fc.property(someAnswers, (answers) => {
        const { club, teams } = shownGroups(answers);
        if (!club) {
          expect(answers.length).toBeLessThan(FEWEST_ANSWERS);
          expect(teams.size).toBe(0);
          return;
        }
        // Answers in the same shown groups cannot be told apart, so any calculation works on these.
        const together = new Map<string, number>();
        for (const index of answers.keys()) {
          const groups = [...teams].filter(([, members]) => members.includes(index)).map(([id]) => id);
          const key = groups.sort().join();
          together.set(key, (together.get(key) ?? 0) + 1);
        }
        for (const [groups, n] of together) expect(n, groups).toBeGreaterThanOrEqual(FEWEST_ANSWERS);
      }),
      { numRuns: 2_000 },
    );
  });

  test("what is shown of answers depends on how many there are, never on what they say", () => {
    fc.assert(
      fc.property(
        someAnswers,
        fc.infiniteStream(fc.constantFrom<PulseScore>(1, 2, 3, 4, 5)),
        (answers, scores) => {
          const others = answers.map((one) => ({ ...one, score: scores.next().value as PulseScore }));
          expect(shownGroups(others)).toEqual(shownGroups(answers));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what is shown of answers counts a team's own parents only, each at most once", () => {
    fc.assert(
      fc.property(someAnswers, (answers) => {
        for (const [id, members] of shownGroups(answers).teams) {
          expect(new Set(members).size).toBe(members.length);
          expect(members.length).toBeGreaterThanOrEqual(FEWEST_ANSWERS);
          for (const index of members) expect(answers[index]?.teamIds).toContain(id);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("what is shown of answers starts at 5 answers", () => {
    expect(sizes(of(4, ["a"]))).toEqual({ club: null });
    expect(sizes(of(5, ["a"]))).toEqual({ club: 5, a: 5 });
  });

  test("what is shown of answers hides another team where one is too small, so that the difference to the club does not give it away", () => {
    expect(sizes([...of(9, ["a"]), ...of(6, ["b"]), ...of(2, ["c"])])).toEqual({ club: 17, a: 9 });
    expect(sizes([...of(9, ["a"]), ...of(6, ["b"]), ...of(2, ["c"]), ...of(3, ["d"])])).toEqual({
      ...{ club: 20, a: 9, b: 6 },
    });
    expect(sizes([...of(9, ["a"]), ...of(2, ["b"])])).toEqual({ club: 11 });
  });

  test("a family of two teams counts for the club, and for both where 5 families have the same two", () => {
    const few = [...of(8, ["a"]), ...of(8, ["b"]), ...of(5, ["c"]), ...of(2, ["a", "b"], 1), ...of(3, [])];
    expect(sizes(few)).toEqual({ club: 26, a: 8, b: 8, c: 5 });
    expect(sizes([...of(8, ["a"]), ...of(8, ["b"]), ...of(5, ["a", "b"])])).toEqual({
      club: 21,
      a: 13,
      b: 13,
    });
  });

  test("a team most of whose answers cannot be counted is not shown by the rest", () => {
    const answers = [...of(4, ["a"]), ...of(4, ["a", "c"]), ...of(5, ["a", "b"]), ...of(9, ["b"])];
    expect(sizes(answers)).toEqual({ club: 22, b: 14 });
  });
});

test("figures are counts, their sum and their mean", () => {
  const answers = [...of(2, ["a"], 1), ...of(3, ["a"], 5)];
  const stats = statsOf(distributionOf(answers, [0, 1, 2, 3, 4]));
  expect(stats).toEqual({ counts: [2, 0, 0, 0, 3], answers: 5, mean: 17 / 5 });
  expect(satisfactionOf(4.2)).toBeCloseTo(84);
});

test("a pulse closes at the end of a day on the club's clock, also when the clock changes", () => {
  expect(closingOf("2026-11-26", "America/Chicago").toISOString()).toBe("2026-11-27T05:59:59.000Z");
  expect(closingOf("2026-07-01", "America/Chicago").toISOString()).toBe("2026-07-02T04:59:59.000Z");
  const late = new Date("2026-11-27T03:00:00.000Z");
  expect(closingDays(late, "America/Chicago")).toEqual({
    ...{ first: "2026-11-27", usual: "2026-12-10", last: "2027-01-25" },
  });
});

test("the reminder comes halfway at the hour of the sending, and not at all in a pulse of a day", () => {
  const at = new Date("2026-11-01T15:00:00.000Z");
  const closes = (day: string) => closingOf(day, "America/Chicago");
  expect(reminderOf(at, closes("2026-11-15"))?.toISOString()).toBe("2026-11-08T15:00:00.000Z");
  expect(reminderOf(at, closes("2026-11-02"))).toBeNull();
});
