import type { ClubDb, ClubTable, ClubTx, RatingPolicy } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { skipMissedReminders } from "#app/domain/club/agreements/remind-due.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { moveGamesTo } from "#app/domain/club/games/game-zone.server.ts";
import type { Hex } from "#app/domain/values/club-colors.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import type { ClubPreferences } from "./profile.ts";

/** Loads the club's own row: its profile and settings. */
export const clubRowOf = (db: ClubDb): Promise<ClubTable> =>
  db.selectFrom("club").selectAll().executeTakeFirstOrThrow();

/** Loads the policy by which the club's two ratings of a game become one score (product/ratings.md#reconciling). */
export async function ratingPolicyOf(db: ClubDb): Promise<RatingPolicy> {
  const [club] = await rulesOf(db, {});
  if (!club) throw new Error("The file has no club");
  return club.rating_policy;
}

/** Tells whether the club's teams are on the leaderboard (product/clubs.md#leaderboard-participation). */
export async function isOnLeaderboard(db: ClubDb): Promise<boolean> {
  const [club] = await rulesOf(db, {});
  return club?.on_leaderboard === 1;
}

const rulesOf = compiled((db: ClubDb) => db.selectFrom("club").select(["rating_policy", "on_leaderboard"]));

/** Loads the club as its notifications show it: name, color, time zone, where answers go. */
export async function clubOfMails(db: ClubDb) {
  const [club] = await mailColumns(db, {});
  if (!club) throw new Error("A club's file has no club");
  return club;
}

const mailColumns = compiled((db: ClubDb) =>
  db.selectFrom("club").select(["name", "email", "timezone", "color", "address", "city", "state", "zip"]),
);

/** Loads the club's own accent color; null for Goodside's green (product/clubs.md#club-color). */
export async function clubColorOf(db: ClubDb): Promise<Hex | null> {
  const { color } = await db.selectFrom("club").select("color").executeTakeFirstOrThrow();
  return color as Hex | null;
}

/** Returns the version of the club's color, which its form carries (product/pages.md#forms). */
export const colorVersion = (color: Hex | null) => versionOf({ color });

/**
 * Sets the club's color, unless somebody changed it since the form was opened. The same color again changes nothing.
 * @param color a readable one, or null for Goodside's green
 * @param version of the color that the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function setClubColor(
  tx: ClubTx,
  color: Hex | null,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: Hex | null }> {
  const stored = await clubColorOf(tx);
  if (stored === color) return { ok: true };
  if (colorVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  await tx.updateTable("club").set({ color }).execute();
  await recordSettings(tx, ["color"]);
  await recordEvent(tx, { kind: "profile" });
  return { ok: true };
}

/** Returns the names of the fields in which two values of a form differ. */
export const changedFields = <Values extends object>(wanted: Values, stored: Values): string[] =>
  (Object.keys(stored) as (keyof Values & string)[]).filter(
    (name) => !sameValues({ value: wanted[name] }, { value: stored[name] }),
  );

/** Records which of the club's settings changed, never to what (product/security.md#audit). */
export const recordSettings = (tx: ClubTx, fields: readonly string[]): Promise<void> =>
  recordAudit(tx, { kind: "settings.changed", detail: { fields: [...fields].sort().join(", ") } });

/** Returns the club's preferences in its row. */
export const preferencesIn = (row: ClubTable): ClubPreferences => ({
  timezone: row.timezone,
  onLeaderboard: row.on_leaderboard === 1,
  agreementDays: row.agreement_days,
  agreementText: row.agreement_text,
  agreementTextEs: row.agreement_text_es,
  agreementReminders: row.agreement_reminders === 1,
});

/** Returns the version of some preferences, which their form carries (product/pages.md#forms). */
export const preferencesVersion = (preferences: Partial<ClubPreferences>) => versionOf(preferences);

/**
 * Changes some of the club's preferences; the others stay. In another time zone every game keeps its date and time and
 * gets another kick-off in UTC (product/clubs.md#time-zone); a club that leaves the leaderboard loses its rows there at
 * once. The same form again changes nothing.
 * @param version of those that the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function savePreferences<Name extends keyof ClubPreferences>(
  tx: ClubTx,
  wanted: Pick<ClubPreferences, Name>,
  version: string,
  at: Date,
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: Pick<ClubPreferences, Name> }> {
  const before = preferencesIn(await clubRowOf(tx));
  const stored = Object.fromEntries(
    (Object.keys(wanted) as Name[]).map((name) => [name, before[name]]),
  ) as Pick<ClubPreferences, Name>;
  if (sameValues(wanted, stored)) return { ok: true };
  if (preferencesVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const preferences: ClubPreferences = { ...before, ...wanted };
  const { timezone, onLeaderboard, agreementDays, agreementReminders } = preferences;
  await tx
    .updateTable("club")
    .set({
      timezone,
      on_leaderboard: Number(onLeaderboard),
      agreement_days: agreementDays,
      agreement_text: preferences.agreementText,
      agreement_text_es: preferences.agreementTextEs,
      agreement_reminders: Number(agreementReminders),
    })
    .execute();
  const moves = timezone !== before.timezone;
  if (moves) await moveGamesTo(tx, timezone);
  if (agreementReminders && !before.agreementReminders) await skipMissedReminders(tx, at);
  await recordEvent(tx, { kind: "profile" });
  await recordSettings(tx, changedFields(wanted, stored));
  if (moves || onLeaderboard !== before.onLeaderboard) await recordEvent(tx, { kind: "leaderboard-entries" });
  return { ok: true };
}
