import type { ClubTable, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { skipMissedReminders } from "#app/domain/club/agreements/remind-due.server.ts";
import { moveGamesTo } from "#app/domain/club/games/game-zone.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import type { ClubPreferences } from "./preferences.ts";
import { changedFields, recordSettings } from "./record-settings.server.ts";
import { clubRowOf } from "./settings.server.ts";

/** The club's preferences in its row. */
export const preferencesIn = (row: ClubTable): ClubPreferences => ({
  timezone: row.timezone,
  onLeaderboard: row.on_leaderboard === 1,
  agreementDays: row.agreement_days,
  agreementText: row.agreement_text,
  agreementReminders: row.agreement_reminders === 1,
});

/** The version of the preferences, which their form carries (product.md#forms). */
export const preferencesVersion = (preferences: ClubPreferences) => versionOf(preferences);

/**
 * Changes the club's preferences. In another time zone every game keeps its date and time and gets another kick-off in
 * UTC (product.md#time-zone); a club that leaves the leaderboard loses its rows there at once. The same form again
 * changes nothing.
 * @param version of the preferences that the form was filled from; another one is refused (product.md#forms)
 */
export async function savePreferences(
  tx: ClubTx,
  preferences: ClubPreferences,
  version: string,
  at: Date,
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: ClubPreferences }> {
  const stored = preferencesIn(await clubRowOf(tx));
  if (sameValues(preferences, stored)) return { ok: true };
  if (preferencesVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const { timezone, onLeaderboard, agreementDays, agreementText, agreementReminders } = preferences;
  await tx
    .updateTable("club")
    .set({
      timezone,
      on_leaderboard: Number(onLeaderboard),
      agreement_days: agreementDays,
      agreement_text: agreementText,
      agreement_reminders: Number(agreementReminders),
    })
    .execute();
  const moves = timezone !== stored.timezone;
  if (moves) await moveGamesTo(tx, timezone);
  if (agreementReminders && !stored.agreementReminders) await skipMissedReminders(tx, at);
  await recordEvent(tx, { kind: "profile" });
  await recordSettings(tx, changedFields(preferences, stored));
  if (moves || onLeaderboard !== stored.onLeaderboard) await recordEvent(tx, { kind: "standings" });
  return { ok: true };
}
