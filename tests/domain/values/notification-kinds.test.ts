import { expect, test } from "vitest";
import { kindsFor, mayGet, notificationKinds } from "#app/domain/values/notification-kinds.ts";

const on = { managerUpdates: true, coachUpdates: true, incidentAlerts: true };
const coach = { admin: false, roles: ["coach"] as const };
const manager = { admin: false, roles: ["manager"] as const };
const both = { admin: false, roles: ["coach", "manager"] as const };
const admin = { admin: true, roles: [] };

// product/notifications.md#notifications
test("coaches get reminders, submissions, perfect games, reports and announcements", () => {
  expect(kindsFor(coach)).toEqual([
    "game-reminders",
    "rating-submissions",
    "perfect-games",
    "rewards-earned",
    "achievement-milestones",
    "announcements",
    "season-updates",
    "weekly-reports",
  ]);
});

test("administrators get all kinds, managers all but the club's months, seasons and maintenance", () => {
  expect(kindsFor(admin)).toEqual(Object.keys(notificationKinds));
  const ofAdministrators = ["monthly-analytics", "season-summary", "system-maintenance"];
  expect(kindsFor(manager)).toEqual(
    Object.keys(notificationKinds).filter((kind) => !ofAdministrators.includes(kind)),
  );
});

test("a team's switches stop the mails of the role they name", () => {
  expect(mayGet("perfect-games", manager, { ...on, managerUpdates: false })).toBe(false);
  expect(mayGet("perfect-games", coach, { ...on, managerUpdates: false })).toBe(true);
  expect(mayGet("perfect-games", coach, { ...on, coachUpdates: false })).toBe(false);
  expect(mayGet("perfect-games", both, { ...on, coachUpdates: false })).toBe(true);
  expect(mayGet("perfect-games", admin, { ...on, coachUpdates: false, managerUpdates: false })).toBe(true);
});

test("a team's switch of incident alerts stops them for administrators too", () => {
  expect(mayGet("incident-alerts", admin, { ...on, incidentAlerts: false })).toBe(false);
  expect(mayGet("incident-alerts", manager, { ...on, incidentAlerts: false })).toBe(false);
  expect(mayGet("perfect-games", admin, { ...on, incidentAlerts: false })).toBe(true);
});

test("a person without a role in the team gets nothing of it", () => {
  expect(kindsFor({ admin: false, roles: [] })).toEqual([]);
});
