import { DAY_MS } from "#app/runtime/durations.ts";

/** A deleted team can be restored by its club for this long (product.md#teams). */
export const RESTORE_DAYS = 30;

/** The last moment at which a team deleted at `since` (ISO-8601 UTC) can be restored. */
export const restorableUntil = (since: string) => new Date(Date.parse(since) + RESTORE_DAYS * DAY_MS);

/**
 * Whether a club may bring a team back: an archived one at any time, a deleted one for 30 days (product.md#teams).
 * @param team `status_since` is ISO-8601 UTC
 */
export function isRestorable(
  team: { status: "active" | "archived" | "deleted"; status_since: string | null },
  at: Date,
): boolean {
  if (team.status === "archived") return true;
  return team.status === "deleted" && team.status_since !== null && at <= restorableUntil(team.status_since);
}
