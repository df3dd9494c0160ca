import type { ClubNews } from "../../jobs/club-outbox.server.ts";
import type { NewsScene } from "../change-club.server.ts";

export async function deliverInvitation(
  _scene: NewsScene,
  _news: Extract<ClubNews, { kind: "invitation" }>,
): Promise<void> {
  throw new Error("invitation news has no delivery yet");
}
