import { expect, test } from "vitest";
import { conflictsOf } from "#app/domain/club/games/conflicts.ts";

const game = (id: string, time: string | null, more: object = {}) => ({
  id,
  team_id: "hawks",
  time,
  starts_at: `2026-11-21T${time ?? "00:00"}:00.000Z`,
  status: "scheduled" as const,
  ...more,
});
const pairs = (...games: ReturnType<typeof game>[]) => Object.fromEntries(conflictsOf(games));

test("two games of a team that kick off less than an hour apart are in each other's way", () => {
  expect(pairs(game("a", "10:00"), game("b", "10:00"))).toEqual({ a: ["b"], b: ["a"] });
  expect(pairs(game("a", "10:59"), game("b", "10:00"))).toEqual({ a: ["b"], b: ["a"] });
  expect(pairs(game("a", "10:00"), game("b", "11:00"))).toEqual({});
  expect(pairs(game("a", "10:00"), game("b", "10:30"), game("c", "11:00"))).toEqual({
    a: ["b"],
    b: ["a", "c"],
    c: ["b"],
  });
});

test("games of two teams, cancelled ones and those without a time are in nobody's way", () => {
  expect(pairs(game("a", "10:00"), game("b", "10:00", { team_id: "owls" }))).toEqual({});
  expect(pairs(game("a", "10:00"), game("b", "10:00", { status: "cancelled" }))).toEqual({});
  expect(pairs(game("a", null), game("b", null), game("c", "00:00"))).toEqual({});
});
