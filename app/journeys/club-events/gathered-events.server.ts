import type { ControlTx } from "#app/db/control/schema.ts";
import { inTransaction, stampOf } from "#app/db/engine.server.ts";
import { type ClubEvent, markDelivered, type OpenEvent } from "#app/db/outbox.server.ts";
import { leaderboardEntries } from "#app/domain/club/leaderboard/entries.server.ts";
import { wakeClub } from "#app/domain/control/clubs/timetable.server.ts";
import { replaceEntries } from "#app/domain/control/leaderboard/entries.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import {
  type PlannedNotifications,
  planRatingNotice,
  queuePlanned,
} from "#app/journeys/notifications/notify.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { planIncidentAlert } from "./game-events.server.ts";

/** Clubs rating at once from which it counts as a busy Saturday noon. */
const MANY_CLUBS = 5;
const LOOK_AFTER_MS = 10_000;
const LOOK_AFTER_AT_NOON_MS = 30_000;

/**
 * Returns the delay of the look at a club's week after a rating, so that one look covers several ratings
 * (product/operations.md#timetable).
 */
const lookAfterMs = (clubs: number): number => (clubs < MANY_CLUBS ? LOOK_AFTER_MS : LOOK_AFTER_AT_NOON_MS);

type Gathered = Extract<ClubEvent, { kind: "leaderboard-entry" | "rating" | "incident" }>;

const isGathered = (event: ClubEvent): event is Gathered =>
  event.kind === "leaderboard-entry" || event.kind === "rating" || event.kind === "incident";

/** Tells whether the events of a club can be delivered with those of others: all are recorded by ratings. */
export const canGather = (open: readonly OpenEvent[]): boolean =>
  open.every(({ event }) => isGathered(event));

/** Tells whether only ratings recorded a club's events: most steps of its week have nothing to do then. */
const areOfRatings = (open: readonly OpenEvent[]): boolean =>
  open.every(({ event }) => event.kind !== "leaderboard-entry" || event.by === "rating");

/** A club with its open events. */
export interface OpenClub {
  ctx: ClubFileContext;
  open: readonly OpenEvent[];
}

/** Effects of a club's events on the platform, read from its file and not yet written. */
interface ReadClub extends OpenClub {
  stamp: string;
  teams: string[];
  entries: LeaderboardEntry[];
  notices: PlannedNotifications[];
}

/**
 * Delivers what clubs' ratings mean for the platform (boards, notices, alerts) in one commit of the control database
 * for all of them, then one in each club's file. Like every delivery it may run twice.
 * @throws if any of it cannot be written; then nothing is marked as delivered
 */
export async function deliverGathered(clubs: readonly OpenClub[]): Promise<void> {
  const [first] = clubs;
  if (!first) return;
  const { control } = first.ctx;
  const read: ReadClub[] = [];
  for (const club of clubs) read.push(await readClub(club));
  const changed = await inTransaction(control, (tx) => writeAll(tx, read));
  for (const { ctx, open, teams, stamp } of read) {
    // Changed since it was read: another process may have written newer entries, which these replaced.
    if (changed.has(ctx.club.code) && (await stampOf(ctx.db)) !== stamp)
      await updateEntries({ control, db: ctx.db, clubCode: ctx.club.code }, teams);
    await markDelivered(
      ctx.db,
      open.map(({ id }) => id),
    );
  }
}

async function readClub({ ctx, open }: OpenClub): Promise<ReadClub> {
  const at = now();
  const stamp = await stampOf(ctx.db);
  const events = open.flatMap(({ event }) => (isGathered(event) ? [event] : []));
  const teams = new Set<string>();
  const notices: (PlannedNotifications | null)[] = [];
  for (const event of events) {
    if (event.kind === "leaderboard-entry") teams.add(event.teamId);
    else if (event.kind === "rating") notices.push(await planRatingNotice(ctx, event, at));
    else notices.push(await planIncidentAlert(ctx, event, at));
  }
  return {
    ...{ ctx, open, stamp, teams: [...teams] },
    entries: await leaderboardEntries(ctx.db, [...teams], at),
    notices: notices.flatMap((notice) => notice ?? []),
  };
}

/** @returns the clubs whose entries changed */
async function writeAll(tx: ControlTx, clubs: readonly ReadClub[]): Promise<ReadonlySet<string>> {
  const hidden = await hiddenClubs(
    tx,
    clubs.map(({ ctx }) => ctx.club.code),
  );
  const changed = new Set<string>();
  const at = new Date(now().getTime() + lookAfterMs(clubs.length));
  for (const { ctx, open, teams, entries } of clubs) {
    const { code: clubCode } = ctx.club;
    const shown = hidden.has(clubCode) ? [] : entries;
    if (teams.length > 0 && (await replaceEntries(tx, { clubCode, teams, entries: shown })) > 0)
      changed.add(clubCode);
    // The timetable decides whom the club notifies of the change, and when.
    await wakeClub(tx, clubCode, { at, changed: areOfRatings(open) ? "ratings" : "anything" });
  }
  await queuePlanned(
    tx,
    clubs.flatMap(({ notices }) => notices),
  );
  return changed;
}

/**
 * Lists the suspended clubs among these, which have no entries until they pay (product/leaderboards.md#leaderboard).
 */
async function hiddenClubs(tx: ControlTx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("clubs")
    .select("code")
    .where("code", "in", codes)
    .where("status", "=", "suspended")
    .execute();
  return new Set(rows.map(({ code }) => code));
}
