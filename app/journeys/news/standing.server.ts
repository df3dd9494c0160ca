import type { ClubNews } from "../../jobs/club-outbox.server.ts";
import type { NewsScene } from "../change-club.server.ts";

export async function deliverStanding(
  _scene: NewsScene,
  _news: Extract<ClubNews, { kind: "standing" }>,
): Promise<void> {
  throw new Error("standing news has no delivery yet");
}
