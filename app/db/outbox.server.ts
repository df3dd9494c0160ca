import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { ClubDb, ClubTx } from "./club/schema.ts";
import { compiled } from "./compiled.server.ts";
import type { ControlDb } from "./control/schema.ts";
import { besideOthers, inTransaction } from "./engine.server.ts";
import { insertRows } from "./insert-rows.server.ts";

/**
 * Effect of a change in a club's file on the rest of the platform. No transaction spans two files, so an event is
 * written with the change and delivered after the commit, by the request or by the jobs process
 * (docs/decisions/002-outbox-events.md).
 */
export type ClubEvent =
  /** A team's games, ratings or details changed: recompute its leaderboard entry. `by`: a rating, and nothing else. */
  | { kind: "leaderboard-entry"; teamId: string; by?: "rating" }
  /** A team was archived, deleted or restored: end or renew its staff's memberships of the club. */
  | { kind: "team-access"; teamId: string }
  /** Somebody was removed from a team: end their membership of the club unless they have another team. */
  | { kind: "staff-left"; accountId: string }
  /** An invitation was sent (again): activate its link and send the email. */
  | { kind: "invitation"; staffId: string; issue: number }
  /** A side of a game was rated for the first time: tell the other side. */
  | { kind: "rating"; gameId: string; side: "coach" | "manager" }
  /** A game got a 0: alert the club's administrators. */
  | { kind: "incident"; incidentId: string }
  /** An administrator sent an announcement: mail it to its recipients. */
  | { kind: "announcement"; announcementId: string }
  /** An administrator emailed a certificate: mail it to the team's manager and coaches. */
  | { kind: "certificate"; earnedId: string; at: string }
  /** Mails about agreements were decided: queue them. */
  | { kind: "agreement-mails" }
  /** A parent's address was corrected: the links that went to the old one end. */
  | { kind: "agreement-links-ended"; agreementId: string; before: number }
  /** A parent's address was corrected: tell the old one, with a way back. */
  | { kind: "address-left"; leftId: string }
  /** A parent was erased: nothing of them goes out any more, or stays in the queue. */
  | { kind: "parent-erased"; agreementId: string; registrationIds: string[]; pulseInvitationIds?: string[] }
  /** Mails of a pulse were decided: queue them. */
  | { kind: "pulse-mails" }
  /** A parent's address was corrected while they were asked: the link that went to the old one ends. */
  | { kind: "pulse-link-ended"; invitationId: string; before: number }
  /** A pulse has closed: none of its mails goes out any more. */
  | { kind: "pulse-closed"; pulseId: string }
  /** The club's chain of evidence got a record: carry its head to the control database. */
  | { kind: "evidence-head" }
  /** The club's audit log got a row: carry its head to the control database. */
  | { kind: "audit-head" }
  /** A parent did something that the club has to know of: mail it. */
  | { kind: "agreement-notice"; agreementId: string; issue: number; what: AgreementNotice }
  /** A parent registered: mail the link that confirms the address. */
  | { kind: "registration"; registrationId: string }
  /** Somebody asked for a PDF of a report: make it. */
  | { kind: "report-print"; printId: string }
  /** An administrator sent a season to the board: mail it. */
  | { kind: "season-mail"; mailId: string }
  /** The club's profile changed: copy what the platform shows of it. */
  | { kind: "profile" }
  /**
   * Something that the leaderboard shows of all its teams changed, or whether it shows them: recompute their entries.
   */
  | { kind: "leaderboard-entries" }
  /** A team's name, status or games changed: bring what staff find of it up to date. */
  | { kind: "searched-team"; teamId: string }
  /** The same of many teams. */
  | { kind: "searched-teams" }
  /** One of the platform's staff changed the club: record it where the club and the platform read it. */
  | ({ kind: "staff-act" } & StaffAct);

/** Above this many teams a job updates staff search. */
const SEARCHED_AT_ONCE = 3;

/** Records a change of teams' names, status or games: it shows on the boards and in staff's search. */
export function recordTeamsChange(tx: ClubTx, teamIds: Iterable<string>): Promise<void> {
  const teams = [...teamIds];
  return recordEvent(
    tx,
    ...teams.map((teamId) => ({ kind: "leaderboard-entry" as const, teamId })),
    ...(teams.length > SEARCHED_AT_ONCE
      ? [{ kind: "searched-teams" as const }]
      : teams.map((teamId) => ({ kind: "searched-team" as const, teamId }))),
  );
}

/** Act of the platform's staff in a club's file, for the platform's audit log (product/support.md#support-tools). */
export interface StaffAct {
  act:
    | "club.scores-recalculated"
    | "club.team-brought-back"
    | "club.accounts-merged"
    | "club.accounts-parted";
  adminId: string;
  subject?: string;
  detail: Record<string, string | number>;
  /** ISO-8601 UTC; with the act and the club it names the row, which is written once. */
  at: string;
}

/** Acts of a parent that are mailed to the club. */
export type AgreementNotice = "asked" | "declined" | "withdrawn" | "address-back";

/** Events of a club delivered in one go; the jobs process delivers the rest. */
export const EVENTS_PER_DELIVERY = 500;

/** Delivered events kept for reading; older ones are deleted. */
export const DELIVERED_EVENTS_KEPT = 500;

/** Writes events in the transaction of the change that causes them. */
export async function recordEvent(tx: ClubTx, ...event: ClubEvent[]): Promise<void> {
  if (event.length === 0) return;
  const created_at = nowIso();
  const rows = event.map(({ kind, ...payload }) => ({
    id: newId(),
    kind,
    payload: JSON.stringify(payload),
    created_at,
    attempts: 0,
    last_error: null,
    delivered_at: null,
  }));
  // A large import touches more teams than fit in one statement.
  await insertRows(tx, "outbox", rows);
  await deleteDeliveredEvents(tx, DELIVERED_EVENTS_KEPT);
}

/**
 * Notes in the control database, before a club is changed, that it may have events: after a crash only these clubs need
 * a look. Notes that requests of this process make at once share a commit.
 * @returns the change's mark, with which `eventsDelivered` removes the note
 */
export async function announceEvents(control: ControlDb, clubCode: string): Promise<string> {
  const mark = newId();
  await announcementsOf(control).announce({ mark, clubCode, since: nowIso() });
  return mark;
}

/**
 * Says that an announced change is committed, so that the jobs process delivers its events within about a second. Not
 * awaited: if the process dies first, they are delivered like those of any other crash.
 */
export function eventsCommitted(control: ControlDb, mark: string): void {
  announcementsOf(control).commit(mark);
}

/** Removes the note of a change whose events were delivered. */
export const eventsDelivered = (control: ControlDb, clubCode: string, mark: string): Promise<void> =>
  forgetAnnouncements(control, [{ clubCode, mark }]);

/** A change that may have events. */
interface Announcement {
  mark: string;
  clubCode: string;
}

/** Does the same for many changes, in one statement. */
export async function forgetAnnouncements(
  control: ControlDb,
  changes: readonly Announcement[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`delete from clubs_with_outbox where (mark, club_code) in
    (select value->>0, value->>1 from json_each(${pairs(changes)}))`.execute(besideOthers(control));
}

/** Moves changes whose events could not be delivered behind the others. */
export async function postponeAnnouncements(
  control: ControlDb,
  changes: readonly Announcement[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`update clubs_with_outbox set since = ${nowIso()}, ready = 0 where (mark, club_code) in
    (select value->>0, value->>1 from json_each(${pairs(changes)}))`.execute(besideOthers(control));
}

const pairs = (changes: readonly Announcement[]) =>
  JSON.stringify(changes.map(({ mark, clubCode }) => [mark, clubCode]));

/** Time for which a committed change is held back, so that notes share a commit. */
const COMMITTED_TOGETHER_MS = 100;

/**
 * The announcements of a process. Whatever is asked for in one turn of the event loop is written by one statement, and
 * committed changes ride along: at its peak a platform announces many changes with one write to the disk.
 */
class Announcements {
  #announced: (Announcement & { since: string })[] = [];
  #committed: string[] = [];
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly control: ControlDb) {}

  /** Resolves when the announcement is on the disk. */
  announce(change: Announcement & { since: string }): Promise<void> {
    this.#announced.push(change);
    this.#writing ??= this.#writeNext();
    return this.#writing;
  }

  commit(mark: string): void {
    this.#committed.push(mark);
    this.#timer ??= setTimeout(() => void this.#noteCommitted(), COMMITTED_TOGETHER_MS);
  }

  async #writeNext(): Promise<void> {
    await nextTurn();
    const announced = this.#announced.splice(0);
    const committed = this.#committed.splice(0);
    this.#writing = null;
    try {
      if (committed.length === 0) await insertAnnouncements(this.control, announced);
      else
        await inTransaction(besideOthers(this.control), async (tx) => {
          await insertAnnouncements(tx, announced);
          await noteReady(tx, committed);
        });
    } catch (error) {
      this.#committed.push(...committed);
      throw error;
    }
  }

  async #noteCommitted(): Promise<void> {
    this.#timer = undefined;
    const committed = this.#committed.splice(0);
    if (committed.length === 0) return;
    try {
      await noteReady(this.control, committed);
    } catch (error) {
      noteRetry(
        "outbox",
        { changes: committed.length, err: error },
        "committed changes could not be noted, their events wait as after a crash",
      );
    }
  }
}

async function insertAnnouncements(
  control: ControlDb,
  changes: readonly (Announcement & { since: string })[],
): Promise<void> {
  const rows = JSON.stringify(changes.map(({ mark, clubCode, since }) => [mark, clubCode, since]));
  await sql`insert into clubs_with_outbox (mark, club_code, since, ready)
    select value->>0, value->>1, value->>2, 0 from json_each(${rows})`.execute(besideOthers(control));
}

async function noteReady(control: ControlDb, marks: readonly string[]): Promise<void> {
  await sql`update clubs_with_outbox set ready = 1
    where mark in (select value from json_each(${JSON.stringify(marks)}))`.execute(besideOthers(control));
}

/** Keyed by the control database, because tests open several in one process. */
const announcements = new WeakMap<ControlDb, Announcements>();

function announcementsOf(control: ControlDb): Announcements {
  const known = announcements.get(control) ?? new Announcements(control);
  announcements.set(control, known);
  return known;
}

/** Changes of one delivery; the next one takes the rest. */
const ANNOUNCED_AT_ONCE = 2_000;

/**
 * Loads the changes whose events can be delivered now, by club, longest waiting first: the committed ones, and those
 * that were announced longer ago than `graceMs`, whose process may have died.
 */
export async function announcedChanges(control: ControlDb, graceMs: number): Promise<Map<string, string[]>> {
  const at = now().getTime();
  const rows = await control
    .selectFrom("clubs_with_outbox")
    .select(["club_code", "mark"])
    .where((eb) =>
      eb.or([
        eb("ready", "=", 1),
        eb("since", "<=", new Date(at - graceMs).toISOString()),
        // Announced by a clock running ahead.
        eb("since", ">", new Date(at + graceMs).toISOString()),
      ]),
    )
    .orderBy("since")
    .limit(ANNOUNCED_AT_ONCE)
    .execute();
  const changes = new Map<string, string[]>();
  for (const { club_code: code, mark } of rows) {
    const marks = changes.get(code);
    if (marks) marks.push(mark);
    else changes.set(code, [mark]);
  }
  return changes;
}

const delivered = compiled((db: ClubDb, { ids, at }: { ids: readonly string[]; at: string }) =>
  db.updateTable("outbox").set({ delivered_at: at }).where("id", "in", ids),
);

/** Notes that events were delivered. */
export async function markDelivered(db: ClubDb, ids: readonly string[]): Promise<void> {
  await delivered(db, { ids, at: nowIso() });
}

/** Former names of kinds; events of earlier releases may still be open, also in a backup. */
const FORMER_KINDS: ReadonlyMap<string, ClubEvent["kind"]> = new Map([
  ["standing", "leaderboard-entry"],
  ["standings", "leaderboard-entries"],
]);

/** An event that was not delivered yet. */
export interface OpenEvent {
  id: string;
  attempts: number;
  event: ClubEvent;
}

const undelivered = compiled((db: ClubDb) =>
  db
    .selectFrom("outbox")
    .select(["id", "kind", "payload", "attempts"])
    .where("delivered_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(EVENTS_PER_DELIVERY),
);

/** Loads a club's undelivered events, oldest first. */
export async function openEvents(db: ClubDb): Promise<OpenEvent[]> {
  const rows = await undelivered(db, {});
  return rows.map(({ id, attempts, kind, payload }) => ({
    id,
    attempts,
    event: { kind: FORMER_KINDS.get(kind) ?? kind, ...(JSON.parse(payload) as object) } as ClubEvent,
  }));
}

/**
 * Deletes a club's delivered events except the latest `kept` rows. `rowid` grows with age, so only deleted rows are
 * read.
 */
async function deleteDeliveredEvents(tx: ClubTx, kept: number): Promise<void> {
  await sql`delete from outbox where delivered_at is not null
    and rowid <= (select rowid from outbox order by rowid desc limit 1 offset ${kept})`.execute(tx);
}
