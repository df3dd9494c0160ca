import type { ClubNews } from "#app/db/outbox.server.ts";
import { projectTeams } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import type { NewsScene } from "./change-club.server.ts";

/** A team's games, ratings or place changed: its row on the boards becomes what the club's file says now. */
export async function deliverStanding(
  scene: NewsScene,
  news: Extract<ClubNews, { kind: "standing" }>,
): Promise<void> {
  await projectTeams(scene, [news.teamId]);
}
