import type { ControlDb, ControlTx, NotificationPreferencesTable } from "#app/db/control/schema.ts";
import { isNotificationKind } from "#app/domain/values/notification-kinds.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { defaultPreferences, type NotificationPreferences } from "./preferences.ts";

/** Whose preferences: an account's in a club. */
export interface PreferencesOwner {
  accountId: string;
  clubCode: string;
}

/** What an account chose in a club; the defaults where it chose nothing. */
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

/** A stored row as preferences. */
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
    // A kind of an older release says nothing any more.
    switches: Object.fromEntries(switches.filter(([kind]) => isNotificationKind(kind))),
  };
}

/** The version of preferences, which their form carries (product.md#forms). */
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
export async function savePreferences(
  tx: ControlTx,
  owner: PreferencesOwner,
  chosen: NotificationPreferences,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: NotificationPreferences }> {
  const stored = await preferencesOf(tx, owner);
  const next = { ...chosen, switches: { ...stored.switches, ...chosen.switches } };
  if (preferencesVersion(stored) !== version && preferencesVersion(stored) !== preferencesVersion(next)) {
    return { ok: false, problem: "stale", stored };
  }
  await storePreferences(tx, owner, next);
  return { ok: true };
}
