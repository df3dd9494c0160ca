import type { ClubDb, RatingPolicy } from "#app/db/club/schema.ts";

/** The policy by which the club's two ratings of a game become one score (product.md#reconciling). */
export async function ratingPolicyOf(db: ClubDb): Promise<RatingPolicy> {
  const { rating_policy } = await db.selectFrom("club").select("rating_policy").executeTakeFirstOrThrow();
  return rating_policy;
}
