import type { ClubEvent } from "#app/db/outbox.server.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import type { EventContext } from "./change-club.server.ts";

/** A team's games, ratings or place changed: its row on the boards becomes what the club's file says now. */
export async function deliverLeaderboardEntry(
  scene: EventContext,
  event: Extract<ClubEvent, { kind: "standing" }>,
): Promise<void> {
  await updateEntries(scene, [event.teamId]);
}
