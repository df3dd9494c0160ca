import { z } from "zod";
import type { NotificationPreferencesTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  allNotificationKinds,
  isNotificationKind,
  type NotificationKind,
} from "#app/domain/values/notification-kinds.ts";
import { formVersion, oneOf, tick } from "#app/forms/fields.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { defaultPreferences, type NotificationPreferences } from "./preferences.ts";
import { frequencies, quietHours } from "./quiet-hours.ts";

export interface PreferencesOwner {
  accountId: string;
  clubCode: string;
}

/** Loads an account's preferences in a club; the defaults where it chose nothing. */
export async function preferencesOf(
  control: ControlDb,
  owner: PreferencesOwner,
): Promise<NotificationPreferences> {
  const row = await control
    .selectFrom("notification_preferences")
    .selectAll()
    .where("account_id", "=", owner.accountId)
    .where("club_code", "=", owner.clubCode)
    .executeTakeFirst();
  return readPreferences(row);
}

/** Returns a stored row as preferences. */
export function readPreferences(
  row:
    | Pick<NotificationPreferencesTable, "email_on" | "frequency" | "quiet_hours" | "switches">
    | undefined
    | null,
): NotificationPreferences {
  if (!row) return defaultPreferences;
  const switches = Object.entries(JSON.parse(row.switches) as Record<string, boolean>);
  return {
    emailOn: row.email_on === 1,
    frequency: row.frequency,
    quietHours: row.quiet_hours,
    // A kind of an older release has no effect.
    switches: Object.fromEntries(switches.filter(([kind]) => isNotificationKind(kind))),
  };
}

/** Returns the version of preferences, which their form carries (product/pages.md#forms). */
export const preferencesVersion = ({ switches, ...chosen }: NotificationPreferences) =>
  versionOf({ ...chosen, ...switches });

/** Stores what an account chose in a club. */
export async function storePreferences(
  tx: ControlTx,
  owner: PreferencesOwner,
  chosen: NotificationPreferences,
): Promise<void> {
  const values = {
    email_on: chosen.emailOn ? 1 : 0,
    frequency: chosen.frequency,
    quiet_hours: chosen.quietHours,
    switches: JSON.stringify(chosen.switches),
    updated_at: nowIso(),
  };
  await tx
    .insertInto("notification_preferences")
    .values({ account_id: owner.accountId, club_code: owner.clubCode, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "club_code"]).doUpdateSet(values))
    .execute();
}

/**
 * Saves the form of the preferences, unless they were changed since it was opened. The same again changes nothing.
 * @param version of the preferences that the form was filled from
 */
export function savePreferences(
  control: ControlDb,
  owner: PreferencesOwner,
  chosen: NotificationPreferences,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: NotificationPreferences }> {
  return inTransaction(control, async (tx) => {
    const stored = await preferencesOf(tx, owner);
    const next = { ...chosen, switches: { ...stored.switches, ...chosen.switches } };
    const current = preferencesVersion(stored);
    if (current !== version && current !== preferencesVersion(next)) {
      return { ok: false, problem: "stale", stored };
    }
    await storePreferences(tx, owner, next);
    return { ok: true };
  });
}

/**
 * Tells whether anybody of a club has switched a kind on by hand: for one that is off by default, whether it has any
 * reader.
 */
export async function someoneSwitchedOn(
  control: ControlDb,
  clubCode: string,
  kind: NotificationKind,
): Promise<boolean> {
  const row = await control
    .selectFrom("notification_preferences")
    .select("account_id")
    .where("club_code", "=", clubCode)
    .where("switches", "like", `%"${kind}":true%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The form of the notification preferences; a kind that is not offered is left as it is. */
export const preferencesSchema = z.object({
  emailOn: tick(),
  kinds: z
    .array(oneOf(allNotificationKinds as [NotificationKind, ...NotificationKind[]], "Choose from the list"))
    .default([]),
  frequency: oneOf(frequencies, "Choose how often"),
  quietHours: oneOf(quietHours, "Choose your quiet hours"),
  version: formVersion(),
});

/** Form of the page behind a link that stops mail; a mail program posts `List-Unsubscribe=One-Click` (RFC 8058). */
export const mailStopSchema = z.object({
  do: z.enum(["stop-kind", "stop-all", "undo-kind", "undo-all"]).optional(),
  "List-Unsubscribe": z.string().max(40).default(""),
});
