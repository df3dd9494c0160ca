import type { ClubEvent } from "#app/db/outbox.server.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import type { EventContext } from "./change-club.server.ts";

/** Recomputes a team's leaderboard entry from the club's file. */
export async function deliverLeaderboardEntry(
  ctx: EventContext,
  event: Extract<ClubEvent, { kind: "standing" }>,
): Promise<void> {
  await updateEntries(ctx, [event.teamId]);
}
