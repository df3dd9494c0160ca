import type { ClubEvent } from "#app/db/outbox.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { enqueue } from "#app/queue/queue.server.ts";

/** Has the jobs process tell the team's other side of a first rating: the rater's request waits for no mail. */
export async function deliverRating(
  { control, club: { code: clubCode } }: ClubFileContext,
  { gameId, side }: Extract<ClubEvent, { kind: "rating" }>,
): Promise<void> {
  await enqueue(control, {
    kind: "rating.notify",
    payload: { clubCode, gameId, side },
    key: `rating.notify:${clubCode}:${gameId}:${side}`,
  });
}
