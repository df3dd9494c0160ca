import type { ClubTable, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { moveGamesTo } from "#app/domain/club/games/game-zone.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import type { ClubPreferences } from "./preferences.ts";
import { clubRowOf } from "./settings.server.ts";

/** The club's preferences in its row. */
export const preferencesIn = (row: ClubTable): ClubPreferences => ({
  timezone: row.timezone,
  onLeaderboard: row.on_leaderboard === 1,
  agreementDays: row.agreement_days,
  agreementText: row.agreement_text,
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
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: ClubPreferences }> {
  const stored = preferencesIn(await clubRowOf(tx));
  if (sameValues(preferences, stored)) return { ok: true };
  if (preferencesVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const { timezone, onLeaderboard, agreementDays, agreementText } = preferences;
  await tx
    .updateTable("club")
    .set({
      timezone,
      on_leaderboard: Number(onLeaderboard),
      agreement_days: agreementDays,
      agreement_text: agreementText,
    })
    .execute();
  const moves = timezone !== stored.timezone;
  if (moves) await moveGamesTo(tx, timezone);
  await recordEvent(tx, { kind: "profile" });
  if (moves || onLeaderboard !== stored.onLeaderboard) await recordEvent(tx, { kind: "standings" });
  return { ok: true };
}
