import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  announceEvents,
  type ClubEvent,
  EVENTS_PER_DELIVERY,
  eventsDelivered,
  openEvents,
  postponeEvents,
} from "#app/db/outbox.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { deliverIncident } from "./incident.server.ts";
import { deliverInvitation } from "./invitation.server.ts";
import { deliverLeaderboardEntry } from "./leaderboard-entry.server.ts";

/** Where news happened: the club's file and the control database that is to hear of it. */
export interface EventContext {
  control: ControlDb;
  db: ClubDb;
  clubCode: string;
}

/**
 * Changes a club's file in one transaction and brings the news that `work` told (`tell`) to the rest of the
 * platform right after the commit. What cannot be delivered now stays in the club's outbox for the jobs process.
 */
export function changeClub<Result>(
  ctx: ClubFileContext,
  work: (tx: ClubTx) => Promise<Result>,
): Promise<Result> {
  return withEventDelivery(ctx, () => inTransaction(ctx.db, work));
}

/** The same around a transaction that is made elsewhere: by a thread with a handle of its own on the club's file. */
export async function withEventDelivery<Result>(
  { control, db, club }: ClubFileContext,
  change: () => Promise<Result>,
): Promise<Result> {
  const mark = await announceEvents(control, club.code);
  const result = await change();
  await deliverEvents({ control, db, clubCode: club.code }, mark);
  return result;
}

/** A club whose news was announced more recently may still be before its commit: its request delivers it. */
const EVENTS_GRACE_MS = 30_000;
const CLUBS_A_SWEEP = 200;

/**
 * Delivers what the clubs still have to tell: after a crash, or when a delivery failed. For the jobs process.
 * What fails again waits another `graceMs` behind the others, so that a broken file holds nobody up.
 */
export async function deliverOpenEvents(
  { control, clubs }: Platform,
  graceMs = EVENTS_GRACE_MS,
): Promise<number> {
  const at = now().getTime();
  const waiting = await control
    .selectFrom("clubs_with_outbox")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("since", "<=", new Date(at - graceMs).toISOString()),
        // Announced by a clock that ran ahead.
        eb("since", ">", new Date(at + graceMs).toISOString()),
      ]),
    )
    .orderBy("since")
    .limit(CLUBS_A_SWEEP)
    .execute();
  for (const { club_code: clubCode, mark } of waiting) {
    if (shouldRetryClub(clubs, clubCode)) {
      try {
        await clubs.use(clubCode, (db) => deliverEvents({ control, db, clubCode }, mark));
        clubWorks(clubCode);
      } catch (error) {
        await clubFailed("outbox", { control, clubs }, clubCode, error);
      }
    }
    await postponeEvents(control, clubCode, mark);
  }
  return waiting.length;
}

async function deliverEvents(ctx: EventContext, mark: string): Promise<void> {
  let allDelivered = true;
  const open = await openEvents(ctx.db);
  for (const { id, event } of open) {
    // An import may tell of a hundred teams, each with its history to count: others come in between.
    if (open.length > 1) await nextTurn();
    try {
      await deliver(ctx, event);
      await ctx.db.updateTable("outbox").set({ delivered_at: nowIso() }).where("id", "=", id).execute();
    } catch (error) {
      allDelivered = false;
      noteRetry(
        "outbox",
        { club: ctx.clubCode, event: event.kind, err: error },
        "outbox event not delivered, will be tried again",
      );
      await ctx.db
        .updateTable("outbox")
        .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: String(error).slice(0, 500) }))
        .where("id", "=", id)
        .execute();
    }
  }
  const thatWasAll = open.length < EVENTS_PER_DELIVERY;
  if (allDelivered && thatWasAll) await eventsDelivered(ctx.control, ctx.clubCode, mark);
}

/** Every delivery may happen twice (two processes, or a crash before the tick): each must bear it. */
function deliver(ctx: EventContext, event: ClubEvent): Promise<void> {
  switch (event.kind) {
    case "standing":
      return deliverLeaderboardEntry(ctx, event);
    case "invitation":
      return deliverInvitation(ctx, event);
    case "incident":
      return deliverIncident(ctx, event);
  }
}
