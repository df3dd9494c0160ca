import type { ClubNews } from "../../jobs/club-outbox.server.ts";
import type { NewsScene } from "../change-club.server.ts";

export async function deliverIncident(
  _scene: NewsScene,
  _news: Extract<ClubNews, { kind: "incident" }>,
): Promise<void> {
  throw new Error("incident news has no delivery yet");
}
