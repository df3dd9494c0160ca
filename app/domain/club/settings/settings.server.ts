import type { ClubDb, ClubTable, ClubTx, RatingPolicy } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type { Hex } from "#app/domain/values/club-colors.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { recordSettings } from "./record-settings.server.ts";

/** The club's own row: its profile and settings. */
export const clubRowOf = (db: ClubDb): Promise<ClubTable> =>
  db.selectFrom("club").selectAll().executeTakeFirstOrThrow();

/** The policy by which the club's two ratings of a game become one score (product.md#reconciling). */
export async function ratingPolicyOf(db: ClubDb): Promise<RatingPolicy> {
  const { rating_policy } = await db.selectFrom("club").select("rating_policy").executeTakeFirstOrThrow();
  return rating_policy;
}

/** Whether the club's teams are on the leaderboard (product.md#leaderboard-participation). */
export async function isOnLeaderboard(db: ClubDb): Promise<boolean> {
  const { on_leaderboard } = await db.selectFrom("club").select("on_leaderboard").executeTakeFirstOrThrow();
  return on_leaderboard === 1;
}

/** The club's own accent color; null for Goodside's green (product.md#club-color). */
export async function clubColorOf(db: ClubDb): Promise<Hex | null> {
  const { color } = await db.selectFrom("club").select("color").executeTakeFirstOrThrow();
  return color as Hex | null;
}

/** The version of the club's color, which its form carries (product.md#forms). */
export const colorVersion = (color: Hex | null) => versionOf({ color });

/**
 * Sets the club's color, unless somebody changed it since the form was opened. The same color again changes nothing.
 * @param color a readable one, or null for Goodside's green
 * @param version of the color that the form was filled from; another one is refused (product.md#forms)
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
