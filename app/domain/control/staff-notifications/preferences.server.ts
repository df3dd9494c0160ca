import { z } from "zod";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { StaffNotificationPreferencesTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  digestTime,
  nextAllowed,
  type QuietHours,
  quietHours,
} from "#app/domain/control/notifications/quiet-hours.ts";
import { type TimeZone, timeZoneIds } from "#app/domain/values/time-zones.ts";
import { formVersion, oneOf } from "#app/forms/fields.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { type MailingChoice, mailingIds, notificationTypeIds, type StaffNotificationType } from "./labels.ts";

/** Mail preferences of a member of staff. */
export interface StaffPreferences {
  mailings: Record<StaffNotificationType, MailingChoice>;
  quietHours: QuietHours;
  timezone: TimeZone;
}

/** Submitted documents are mailed to all staff already, each as it comes. */
export const defaultStaffPreferences: StaffPreferences = {
  mailings: {
    verification_due: "daily",
    verification_submitted: "off",
    verification_approved: "off",
    system_alert: "now",
    email_failed: "daily",
  },
  quietHours: "none",
  timezone: "America/New_York",
};

export function readStaffPreferences(
  row: Pick<StaffNotificationPreferencesTable, "switches" | "quiet_hours" | "timezone"> | null | undefined,
): StaffPreferences {
  if (!row) return defaultStaffPreferences;
  const chosen = JSON.parse(row.switches) as Record<string, MailingChoice>;
  const mailings = Object.fromEntries(
    notificationTypeIds.map((type) => [type, chosen[type] ?? defaultStaffPreferences.mailings[type]]),
  ) as StaffPreferences["mailings"];
  return { mailings, quietHours: row.quiet_hours, timezone: row.timezone as TimeZone };
}

export async function staffPreferencesOf(control: ControlDb, adminId: string): Promise<StaffPreferences> {
  const row = await control
    .selectFrom("staff_notification_preferences")
    .selectAll()
    .where("admin_id", "=", adminId)
    .executeTakeFirst();
  return readStaffPreferences(row);
}

export const staffPreferencesVersion = ({ mailings, ...chosen }: StaffPreferences) =>
  versionOf({ ...chosen, ...mailings });

/** Saves the form, unless it was changed since it was opened. */
export function saveStaffPreferences(
  control: ControlDb,
  adminId: string,
  chosen: StaffPreferences,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: StaffPreferences }> {
  return inTransaction(control, async (tx) => {
    const stored = await staffPreferencesOf(tx, adminId);
    const current = staffPreferencesVersion(stored);
    if (current !== version && current !== staffPreferencesVersion(chosen))
      return { ok: false, problem: "stale", stored };
    const values = {
      switches: JSON.stringify(chosen.mailings),
      quiet_hours: chosen.quietHours,
      timezone: chosen.timezone,
      updated_at: nowIso(),
    };
    await tx
      .insertInto("staff_notification_preferences")
      .values({ admin_id: adminId, ...values })
      .onConflict((conflict) => conflict.column("admin_id").doUpdateSet(values))
      .execute();
    return { ok: true };
  });
}

/** Returns when a person is mailed about a type that happens at a moment; null for never. */
export function mailingTime(
  { mailings, quietHours: quiet, timezone }: StaffPreferences,
  type: StaffNotificationType,
  at: Date,
): { dueAt: Date; digest: boolean } | null {
  const choice = mailings[type];
  if (choice === "off") return null;
  const digest = choice === "daily";
  return { dueAt: nextAllowed(digest ? digestTime("daily", timezone, at) : at, quiet, timezone), digest };
}

const choice = () => oneOf(mailingIds, "Choose when you are mailed");
export const staffPreferencesSchema = z.object({
  verification_due: choice(),
  verification_submitted: choice(),
  verification_approved: choice(),
  system_alert: choice(),
  email_failed: choice(),
  quietHours: oneOf(quietHours, "Choose your quiet hours"),
  timezone: oneOf(timeZoneIds, "Choose your time zone"),
  version: formVersion(),
});
