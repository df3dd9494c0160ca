import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClubTx } from "#app/db/club/schema.ts";
import type { ClubLease } from "#app/db/clubs.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  announcedChanges,
  announceEvents,
  type ClubEvent,
  EVENTS_PER_DELIVERY,
  eventsCommitted,
  forgetAnnouncements,
  markDelivered,
  openEvents,
  postponeAnnouncements,
} from "#app/db/outbox.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { actAs, recordAudit } from "#app/domain/club/audit/audit.server.ts";
import type { ActingStaff } from "#app/domain/club/staff/club-user.ts";
import { endAgreementLinks } from "#app/domain/control/agreements/agreement-links.server.ts";
import { wakeClub } from "#app/domain/control/clubs/timetable.server.ts";
import { forgetParent } from "#app/journeys/club-events/queue-agreement-mails.server.ts";
import {
  deliverPulseAddress,
  deliverPulseClosed,
  deliverPulseMails,
} from "#app/journeys/club-events/queue-pulse-mails.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { SharedRuns } from "#app/runtime/memoize.ts";
import {
  deliverAddressLeft,
  deliverAgreementMails,
  deliverAgreementNotice,
  deliverRegistration,
} from "./agreement-events.server.ts";
import { deliverAnnouncement } from "./announcement.server.ts";
import { deliverCertificate } from "./certificate.server.ts";
import {
  deliverIncident,
  deliverLeaderboardEntries,
  deliverLeaderboardEntry,
  deliverRating,
} from "./game-events.server.ts";
import { canGather, deliverGathered, type OpenClub } from "./gathered-events.server.ts";
import { deliverInvitation } from "./invitation.server.ts";
import {
  deliverAuditHead,
  deliverEvidenceHead,
  deliverProfile,
  deliverSearchedTeam,
  deliverSearchedTeams,
  deliverStaffAct,
} from "./platform-copies.server.ts";
import { deliverSeasonMail } from "./season-mail.server.ts";
import { deliverTeamAccess, endMembershipsWithoutTeam } from "./team-access.server.ts";

/**
 * Changes a club's file in one transaction, then delivers the events that `work` recorded. Undelivered events stay in
 * the club's outbox for the jobs process (docs/decisions/002-outbox-events.md).
 */
export function changeClub<Result>(
  ctx: ClubFileContext,
  work: (tx: ClubTx) => Promise<Result>,
): Promise<Result> {
  return withEventDelivery(ctx, () => commitChange(ctx, work));
}

/**
 * Does the same without waiting: the jobs process delivers the events within about a second, with those of other clubs.
 * For what many people do at once, and whose answer shows nothing of the delivery.
 */
export async function changeClubAtPeak<Result>(
  ctx: ClubFileContext,
  work: (tx: ClubTx) => Promise<Result>,
): Promise<Result> {
  const mark = await announceEvents(ctx.control, ctx.club.code);
  const result = await commitChange(ctx, work);
  eventsCommitted(ctx.control, mark);
  return result;
}

function commitChange<Result>(ctx: ClubFileContext, work: (tx: ClubTx) => Promise<Result>): Promise<Result> {
  return inTransaction(ctx.db, async (tx) => {
    const { user, parent } = ctx;
    if (parent) actAs(tx, { kind: "parent", id: parent.agreementId });
    else if (user?.accountId) actAs(tx, { kind: "account", id: user.accountId });
    else if (user && "staffId" in user) return changeAsSupport(tx, user, work);
    return work(tx);
  });
}

/** Makes any change by platform staff for a club an entry of its audit log (product/support.md#acting-for-a-club). */
async function changeAsSupport<Result>(
  tx: ClubTx,
  user: ActingStaff,
  work: (tx: ClubTx) => Promise<Result>,
): Promise<Result> {
  actAs(tx, { kind: "staff", id: user.staffId });
  const result = await work(tx);
  const facts = typeof result === "object" && result !== null ? result : {};
  if ("ok" in facts && facts.ok === false) return result;
  // A new team's id is known only now.
  const added = "teamId" in facts && typeof facts.teamId === "string" ? facts.teamId : undefined;
  const subject = user.about ?? added;
  await recordAudit(tx, {
    kind: "support.changed",
    detail: { what: user.changes },
    ...(subject ? { subject } : {}),
  });
  return result;
}

/** Wraps a transaction that runs elsewhere, such as in a thread with its own handle, in the delivery. */
export async function withEventDelivery<Result>(
  ctx: ClubFileContext,
  change: () => Promise<Result>,
): Promise<Result> {
  const mark = await announceEvents(ctx.control, ctx.club.code);
  const result = await change();
  await deliverEvents(ctx, [mark]);
  return result;
}

/** A change that was not said to be committed may still be under way; its own request delivers its events. */
const EVENTS_GRACE_MS = 30_000;
/** Clubs whose files are held open for one commit. */
const CLUBS_AT_ONCE = 25;

/**
 * Delivers the events of committed changes, and those left by a crash or a failed delivery; the jobs process calls it
 * periodically. A club that fails again waits another `graceMs`, so that a broken file delays no other club.
 * @returns how many clubs were looked at
 */
export async function deliverOpenEvents(
  platform: Platform,
  graceMs = EVENTS_GRACE_MS,
  signal?: AbortSignal,
): Promise<number> {
  const changes = await announcedChanges(platform.control, graceMs);
  const codes = [...changes.keys()];
  for (let from = 0; from < codes.length && !signal?.aborted; from += CLUBS_AT_ONCE) {
    const chunk = codes.slice(from, from + CLUBS_AT_ONCE);
    const done = await deliverClubs(platform, chunk, changes);
    const marksOf = (of: readonly string[]) =>
      of.flatMap((clubCode) => (changes.get(clubCode) ?? []).map((mark) => ({ clubCode, mark })));
    await forgetAnnouncements(platform.control, marksOf(chunk.filter((code) => done.has(code))));
    await postponeAnnouncements(platform.control, marksOf(chunk.filter((code) => !done.has(code))));
  }
  return codes.length;
}

/** @returns the clubs of which nothing is left to deliver */
async function deliverClubs(
  { control, clubs }: Platform,
  codes: readonly string[],
  changes: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlySet<string>> {
  const leases: ClubLease[] = [];
  const done = new Set<string>();
  /** Runs work on one club; its failure is the club's own. */
  const attempt = async (code: string, work: () => Promise<boolean>) => {
    try {
      if (await work()) done.add(code);
      clubWorks(code);
    } catch (error) {
      await clubFailed("outbox", { control, clubs }, code, error);
    }
  };
  try {
    const gathered: OpenClub[] = [];
    for (const code of codes.filter((one) => shouldRetryClub(clubs, one))) {
      await attempt(code, async () => {
        const lease = await clubs.lease(code);
        leases.push(lease);
        const ctx = { control, db: lease.db, club: { code } };
        const open = await openEvents(lease.db);
        if (open.length === 0) return true;
        if (!canGather(open) || open.length === EVENTS_PER_DELIVERY)
          return deliverEvents(ctx, changes.get(code) ?? []);
        gathered.push({ ctx, open });
        return false;
      });
    }
    try {
      await deliverGathered(gathered);
      for (const { ctx } of gathered) done.add(ctx.club.code);
    } catch (error) {
      noteRetry("outbox", { clubs: gathered.length, err: error }, "clubs are delivered one by one");
      for (const { ctx } of gathered)
        await attempt(ctx.club.code, () => deliverEvents(ctx, changes.get(ctx.club.code) ?? []));
    }
  } finally {
    for (const { release } of leases) release();
  }
  return done;
}

/** Keyed by the control database, because tests open several in one process. */
const deliveries = new WeakMap<ControlDb, SharedRuns<boolean>>();

/**
 * Requests that change a club at once share a delivery: each would deliver the events of all of them.
 * @returns whether nothing is left
 */
async function deliverEvents(ctx: ClubFileContext, marks: readonly string[]): Promise<boolean> {
  const runs = deliveries.get(ctx.control) ?? new SharedRuns<boolean>();
  deliveries.set(ctx.control, runs);
  const { code: clubCode } = ctx.club;
  const all = await runs.run(clubCode, () => deliverOpenOf(ctx));
  if (all)
    await forgetAnnouncements(
      ctx.control,
      marks.map((mark) => ({ clubCode, mark })),
    );
  return all;
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
  // The jobs process decides whom the club notifies of the change, and when (product/operations.md#timetable).
  if (open.length > 0) await wakeClub(ctx.control, ctx.club.code);
  for (const { ids, event } of alike.values()) {
    // An import may record a hundred teams' events: yield to other requests between them.
    if (alike.size > 1) await nextTurn();
    try {
      await deliver(ctx, event);
      await markDelivered(ctx.db, ids);
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

/** Delivers an event, which may happen twice (two processes, or a crash before it is marked): each is idempotent. */
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
    case "certificate":
      return deliverCertificate(ctx, event);
    case "agreement-mails":
      return deliverAgreementMails(ctx);
    case "agreement-links-ended":
      return endAgreementLinks(ctx.control, ctx.club.code, event);
    case "address-left":
      return deliverAddressLeft(ctx, event);
    case "pulse-mails":
      return deliverPulseMails(ctx);
    case "pulse-link-ended":
      return deliverPulseAddress(ctx, event);
    case "pulse-closed":
      return deliverPulseClosed(ctx);
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
    case "report-print":
      return deliverReportPrint(ctx, event);
    case "season-mail":
      return deliverSeasonMail(ctx, event);
    case "profile":
      return deliverProfile(ctx);
    case "staff-act":
      return deliverStaffAct(ctx, event);
    case "leaderboard-entries":
      return deliverLeaderboardEntries(ctx);
    case "searched-team":
      return deliverSearchedTeam(ctx, event);
    case "searched-teams":
      return deliverSearchedTeams(ctx);
  }
}

/** Puts the making of a report's PDF on the queue. */
const deliverReportPrint = (
  { control, club }: ClubFileContext,
  { printId }: Extract<ClubEvent, { kind: "report-print" }>,
): Promise<void> =>
  enqueue(control, {
    kind: "report.print",
    key: `report-print:${printId}`,
    payload: { clubCode: club.code, printId },
  });
