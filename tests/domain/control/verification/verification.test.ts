import { expect, test } from "vitest";
import {
  daysLeft,
  dueReminder,
  priorityOf,
  verificationNumber,
  verificationProgress,
  verificationView,
} from "#app/domain/control/verification/verification.ts";

const at = new Date("2026-11-23T12:00:00Z");
const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000).toISOString();

test.each([
  ["pending", 0, false, "pending", 25],
  ["pending", 2, false, "pending", 50],
  ["in_review", 2, false, "in_progress", 75],
  ["rejected", 0, false, "pending", 25],
  ["rejected", 1, false, "pending", 50],
  ["needs_adjustment", 1, true, "needs_adjustment", 75],
  ["needs_adjustment", 1, false, "verified", 100],
  ["approved", 0, false, "verified", 100],
] as const)("%s with %i documents, unpaid %s: %s, %i%%", (status, documents, unpaid, view, progress) => {
  const state = { status, documents, unpaid };
  expect([verificationView(state), verificationProgress(state)]).toEqual([view, progress]);
});

test.each([
  [-1, 0, "high"],
  [0.1, 1, "high"],
  [3, 3, "high"],
  [3.1, 4, "medium"],
  [10, 10, "medium"],
  [10.1, 11, "low"],
  [30, 30, "low"],
] as const)("%s days before the deadline: %i left, priority %s", (days, left, priority) => {
  expect(daysLeft(inDays(days), at)).toBe(left);
  expect(priorityOf(left)).toBe(priority);
});

test.each([
  [7.1, null],
  [7, 7],
  [5, 7],
  [3, 3],
  [1.1, 3],
  [1, 1],
  [0.1, 1],
  [0, null],
  [-3, null],
])("%s days before the deadline the reminder of day %s is due", (days, reminder) => {
  expect(dueReminder(inDays(days), at)).toBe(reminder);
});

test("a number has at least three digits", () => {
  expect([1, 42, 1234].map(verificationNumber)).toEqual(["VER-001", "VER-042", "VER-1234"]);
});
