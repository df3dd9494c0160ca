import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClubTx } from "#app/db/club/schema.ts";
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
import { actAs } from "#app/domain/club/audit/audit.server.ts";
import { endAgreementLinks } from "#app/domain/control/agreements/agreement-links.server.ts";
import { wakeClub } from "#app/domain/control/timetable/timetable.server.ts";
import { forgetParent } from "#app/journeys/agreement-mails/queue-agreement-mails.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { SharedRuns } from "#app/runtime/memoize.ts";
import {
  deliverAgreementMails,
  deliverAgreementNotice,
  deliverRegistration,
} from "./agreement-events.server.ts";
import { deliverAnnouncement } from "./announcement.server.ts";
import {
  deliverIncident,
  deliverLeaderboardEntries,
  deliverLeaderboardEntry,
  deliverRating,
} from "./game-events.server.ts";
import { deliverInvitation } from "./invitation.server.ts";
import { deliverAuditHead, deliverEvidenceHead, deliverProfile } from "./platform-copies.server.ts";
import { deliverTeamAccess, endMembershipsWithoutTeam } from "./team-access.server.ts";

/**
 * Changes a club's file in one transaction, then delivers the events that `work` recorded. Undelivered events stay in
 * the club's outbox for the jobs process (docs/decisions/002-outbox-events.md).
 */
export function changeClub<Result>(
  ctx: ClubFileContext,
  work: (tx: ClubTx) => Promise<Result>,
): Promise<Result> {
  return withEventDelivery(ctx, () =>
    inTransaction(ctx.db, (tx) => {
      const { user, parent } = ctx;
      if (user) actAs(tx, { kind: "account", id: user.accountId });
      else if (parent) actAs(tx, { kind: "parent", id: parent.agreementId });
      return work(tx);
    }),
  );
}

/** The same around a transaction that runs elsewhere, such as in a thread with its own handle. */
export async function withEventDelivery<Result>(
  ctx: ClubFileContext,
  change: () => Promise<Result>,
): Promise<Result> {
  const mark = await announceEvents(ctx.control, ctx.club.code);
  const result = await change();
  await deliverEvents(ctx, mark);
  return result;
}

/** A younger announcement may precede its commit; its own request delivers those events. */
const EVENTS_GRACE_MS = 30_000;
const CLUBS_A_SWEEP = 200;

/**
 * Delivers events left by a crash or a failed delivery; the jobs process calls it periodically. A club that fails again
 * waits another `graceMs`, so that a broken file delays no other club.
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
        // Announced by a clock running ahead.
        eb("since", ">", new Date(at + graceMs).toISOString()),
      ]),
    )
    .orderBy("since")
    .limit(CLUBS_A_SWEEP)
    .execute();
  for (const { club_code: clubCode, mark } of waiting) {
    if (shouldRetryClub(clubs, clubCode)) {
      try {
        await clubs.use(clubCode, (db) => deliverEvents({ control, db, club: { code: clubCode } }, mark));
        clubWorks(clubCode);
      } catch (error) {
        await clubFailed("outbox", { control, clubs }, clubCode, error);
      }
    }
    await postponeEvents(control, clubCode, mark);
  }
  return waiting.length;
}

/** By the control database, because tests open several in one process. */
const deliveries = new WeakMap<ControlDb, SharedRuns<boolean>>();

/** Requests that change a club at once share a delivery: each would deliver the events of all of them. */
async function deliverEvents(ctx: ClubFileContext, mark: string): Promise<void> {
  const runs = deliveries.get(ctx.control) ?? new SharedRuns<boolean>();
  deliveries.set(ctx.control, runs);
  const all = await runs.run(ctx.club.code, () => deliverOpenOf(ctx));
  if (all) await eventsDelivered(ctx.control, ctx.club.code, mark);
}

/** Delivers a club's open events, those of one kind and content once. @returns whether none is left */
async function deliverOpenOf(ctx: ClubFileContext): Promise<boolean> {
  let allDelivered = true;
  const open = await openEvents(ctx.db);
  const alike = new Map<string, { ids: string[]; event: ClubEvent }>();
  for (const { id, event } of open) {
    const key = JSON.stringify(event);
    const known = alike.get(key);
    if (known) known.ids.push(id);
    else alike.set(key, { ids: [id], event });
  }
  // Whom the club notifies of the change, and when, is the jobs process's work (product.md#timetable).
  if (open.length > 0) await wakeClub(ctx.control, ctx.club.code);
  for (const { ids, event } of alike.values()) {
    // An import may record a hundred teams' events: yield to other requests between them.
    if (alike.size > 1) await nextTurn();
    try {
      await deliver(ctx, event);
      await ctx.db.updateTable("outbox").set({ delivered_at: nowIso() }).where("id", "in", ids).execute();
    } catch (error) {
      allDelivered = false;
      noteRetry(
        "outbox",
        { club: ctx.club.code, event: event.kind, err: error },
        "outbox event not delivered, will be tried again",
      );
      await ctx.db
        .updateTable("outbox")
        .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: String(error).slice(0, 500) }))
        .where("id", "in", ids)
        .execute();
    }
  }
  return allDelivered && open.length < EVENTS_PER_DELIVERY;
}

/** Every delivery may run twice (two processes, or a crash before it is marked), so each is idempotent. */
function deliver(ctx: ClubFileContext, event: ClubEvent): Promise<void> {
  switch (event.kind) {
    case "leaderboard-entry":
      return deliverLeaderboardEntry(ctx, event);
    case "team-access":
      return deliverTeamAccess(ctx, event);
    case "staff-left":
      return endMembershipsWithoutTeam(ctx, [event.accountId]);
    case "invitation":
      return deliverInvitation(ctx, event);
    case "rating":
      return deliverRating(ctx, event);
    case "incident":
      return deliverIncident(ctx, event);
    case "announcement":
      return deliverAnnouncement(ctx, event);
    case "agreement-mails":
      return deliverAgreementMails(ctx);
    case "agreement-links-ended":
      return endAgreementLinks(ctx.control, ctx.club.code, event);
    case "parent-erased":
      return forgetParent(ctx, event);
    case "evidence-head":
      return deliverEvidenceHead(ctx);
    case "audit-head":
      return deliverAuditHead(ctx);
    case "agreement-notice":
      return deliverAgreementNotice(ctx, event);
    case "registration":
      return deliverRegistration(ctx, event);
    case "profile":
      return deliverProfile(ctx);
    case "leaderboard-entries":
      return deliverLeaderboardEntries(ctx);
  }
}
