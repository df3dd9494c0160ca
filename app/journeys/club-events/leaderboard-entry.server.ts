import type { ClubEvent } from "#app/db/outbox.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";

/** Recomputes a team's leaderboard entry from the club's file. */
export async function deliverLeaderboardEntry(
  { control, db, club }: ClubFileContext,
  event: Extract<ClubEvent, { kind: "standing" }>,
): Promise<void> {
  await updateEntries({ control, db, clubCode: club.code }, [event.teamId]);
}

/** Recomputes the entries of all the club's teams; those of a club that takes no part any more are removed. */
export async function deliverLeaderboardEntries({ control, db, club }: ClubFileContext): Promise<void> {
  await updateEntries({ control, db, clubCode: club.code }, "all");
}
