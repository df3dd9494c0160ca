import type { ClubEvent } from "#app/db/outbox.server.ts";
import { incidentTeam } from "#app/domain/club/incidents/incidents.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import {
  type PlannedNotifications,
  planNotification,
  queuePlanned,
} from "#app/journeys/notifications/notify.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

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

/** Alerts a club's administrators to a game with a 0, once per incident and person (product/ratings.md#incidents). */
export async function deliverIncident(
  ctx: ClubFileContext,
  event: Extract<ClubEvent, { kind: "incident" }>,
): Promise<void> {
  const plan = await planIncidentAlert(ctx, event, now());
  if (plan) await queuePlanned(ctx.control, [plan]);
}

/** Does the same, decided and not yet queued. */
export async function planIncidentAlert(
  ctx: ClubFileContext,
  { incidentId }: Extract<ClubEvent, { kind: "incident" }>,
  at: Date,
): Promise<PlannedNotifications | null> {
  const teamId = await incidentTeam(ctx.db, incidentId);
  if (!teamId) return null;
  const content = { about: "incident", incidentId } as const;
  const to = { administrators: true };
  return planNotification(ctx, { kind: "incident-alerts", key: incidentId, teamId, to, content }, at);
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
