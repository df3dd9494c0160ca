import fc from "fast-check";
import { expect, test } from "vitest";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { invitationEnds, staffState } from "#app/domain/club/staff/staff.ts";
import { contentsLabels } from "#app/domain/club/teams/labels.ts";
import {
  isRestorable,
  readPlayerCount,
  restorableUntil,
  teamNameKey,
  tidySeason,
} from "#app/domain/club/teams/teams.ts";

test.each([
  ["U-12 Águilas", "u12 aguilas"],
  ["Hawks", "  HAWKS! "],
  ["Thunder Eagles", "Thunder-Eagles"],
  ["ﬁre", "fire"],
])("'%s' and '%s' are one team name", (one, other) => {
  expect(teamNameKey(one)).toBe(teamNameKey(other));
});

test("different names have different keys", () => {
  expect(teamNameKey("Hawks 1")).not.toBe(teamNameKey("Hawks 2"));
  expect(teamNameKey("Ястребы")).not.toBe(teamNameKey("Орлы"));
  expect(teamNameKey("!!!")).toBe("");
});

test("the key of a key is itself", () => {
  fc.assert(fc.property(fc.string(), (name) => teamNameKey(teamNameKey(name)) === teamNameKey(name)));
});

test.each([
  ["14", 14],
  [" 14 ", 14],
  ["1,200", 1200],
  ["-3", -3],
  ["12.5", 12.5],
  ["", 0],
  ["about ten", 0],
  ["0x10", 0],
  ["1e3", 0],
  ["999999999999999999999", 0],
])("the player count '%s' is read as %s", (typed, count) => {
  expect(readPlayerCount(typed)).toBe(count);
});

test("a season has one spelling", () => {
  expect(tidySeason(" fall   2026 ")).toBe("Fall 2026");
  expect(tidySeason("Fall 2026")).toBe("Fall 2026");
});

test("an invitation is valid for exactly 7 days", () => {
  const sent = new Date("2026-10-30T18:00:00.000Z");
  const member = { status: "pending", expiresAt: invitationEnds(sent) };
  expect(staffState(member, new Date("2026-11-06T17:59:59.999Z"))).toBe("pending");
  expect(staffState(member, new Date("2026-11-06T18:00:00.000Z"))).toBe("expired");
  expect(staffState({ ...member, status: "active" }, new Date("2027-01-01T00:00:00Z"))).toBe("active");
});

test("a manager, a head coach and an assistant have their own titles", () => {
  expect(staffTitle({ role: "manager", coachRole: null })).toBe("Manager");
  expect(staffTitle({ role: "coach", coachRole: "head" })).toBe("Head Coach");
  expect(staffTitle({ role: "coach", coachRole: "assistant" })).toBe("Assistant Coach");
});

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

test("a team's contents are given in numbers, without zeros", () => {
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
