import fc from "fast-check";
import { expect, test } from "vitest";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { invitationEnds, staffState } from "#app/domain/club/staff/staff.ts";
import { readPlayerCount, teamNameKey, tidySeason } from "#app/domain/club/teams/teams.ts";

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
