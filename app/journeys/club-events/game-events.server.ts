import type { ClubEvent } from "#app/db/outbox.server.ts";
import { incidentTeam } from "#app/domain/club/incidents/incidents.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";
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

/** Alerts a club's administrators to a game with a 0, once per incident and person (product.md#incidents). */
export async function deliverIncident(
  ctx: ClubFileContext,
  { incidentId }: Extract<ClubEvent, { kind: "incident" }>,
): Promise<void> {
  const teamId = await incidentTeam(ctx.db, incidentId);
  if (!teamId) return;
  await notify(ctx, {
    kind: "incident-alerts",
    key: incidentId,
    teamId,
    to: { administrators: true },
    content: { about: "incident", incidentId },
  });
}

/** Recomputes a team's leaderboard entry from the club's file. */
export async function deliverLeaderboardEntry(
  { control, db, club }: ClubFileContext,
  event: Extract<ClubEvent, { kind: "leaderboard-entry" }>,
): Promise<void> {
  await updateEntries({ control, db, clubCode: club.code }, [event.teamId]);
}

/** Recomputes the entries of all the club's teams; those of a club that takes no part any more are removed. */
export async function deliverLeaderboardEntries({ control, db, club }: ClubFileContext): Promise<void> {
  await updateEntries({ control, db, clubCode: club.code }, "all");
}
