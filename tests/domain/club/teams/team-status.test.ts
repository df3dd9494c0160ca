import { expect, test } from "vitest";
import { contentsLabels } from "#app/domain/club/teams/labels.ts";
import { isRestorable, restorableUntil } from "#app/domain/club/teams/team-status.ts";

const at = (text: string) => new Date(text);
const since = "2026-11-01T12:00:00.000Z";

test("an archived team can be brought back at any time, an active one has nothing to bring back", () => {
  expect(isRestorable({ status: "archived", status_since: since }, at("2036-01-01T00:00:00Z"))).toBe(true);
  expect(isRestorable({ status: "active", status_since: since }, at(since))).toBe(false);
});

test("a deleted team can be restored for exactly 30 days", () => {
  const deleted = { status: "deleted" as const, status_since: since };
  expect(restorableUntil(since)).toEqual(at("2026-12-01T12:00:00Z"));
  expect(isRestorable(deleted, at("2026-12-01T12:00:00.000Z"))).toBe(true);
  expect(isRestorable(deleted, at("2026-12-01T12:00:00.001Z"))).toBe(false);
});

test("what a team has is told in numbers, without what is zero", () => {
  const none = { ratings: 0, points: 0, games: 0, upcoming: 0, staff: 0, invitations: 0 };
  expect(contentsLabels(none)).toEqual([]);
  expect(
    contentsLabels({ ratings: 10, points: 190, games: 12, upcoming: 2, staff: 3, invitations: 1 }),
  ).toEqual([
    "10 ratings",
    "190 points",
    "10 past games",
    "2 upcoming games",
    "the access of 3 coaches and managers",
    "1 open invitation",
  ]);
});
