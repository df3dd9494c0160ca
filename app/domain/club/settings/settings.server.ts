import type { ClubDb, ClubTx, RatingPolicy } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type { Hex } from "#app/domain/values/club-colors.ts";

/** The policy by which the club's two ratings of a game become one score (product.md#reconciling). */
export async function ratingPolicyOf(db: ClubDb): Promise<RatingPolicy> {
  const { rating_policy } = await db.selectFrom("club").select("rating_policy").executeTakeFirstOrThrow();
  return rating_policy;
}

/** The club's own accent color; null for Goodside's green (product.md#club-color). */
export async function clubColorOf(db: ClubDb): Promise<Hex | null> {
  const { color } = await db.selectFrom("club").select("color").executeTakeFirstOrThrow();
  return color as Hex | null;
}

/** @param color a readable one, or null for Goodside's green */
export async function setClubColor(tx: ClubTx, color: Hex | null): Promise<void> {
  await tx.updateTable("club").set({ color }).execute();
  await recordEvent(tx, { kind: "profile" });
}
