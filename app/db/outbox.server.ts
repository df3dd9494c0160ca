import { sql } from "kysely";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { ClubDb, ClubTx } from "./club/schema.ts";
import type { ControlDb } from "./control/schema.ts";
import { insertRows } from "./insert-rows.server.ts";

/**
 * What a change in a club's file means for the rest of the platform. No transaction spans two files, so an event is
 * written with the change and delivered after the commit, by the request or by the jobs process
 * (docs/decisions/002-outbox-events.md).
 */
export type ClubEvent =
  /** A team's games, ratings or details changed: recompute its leaderboard entry. */
  | { kind: "leaderboard-entry"; teamId: string }
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
  /** An administrator sent an announcement: mail it to whom it names. */
  | { kind: "announcement"; announcementId: string }
  /** Mails about agreements were decided: queue them. */
  | { kind: "agreement-mails" }
  /** A parent's address was corrected: the links that went to the old one end. */
  | { kind: "agreement-links-ended"; agreementId: string; before: number }
  /** A parent was erased: nothing of them goes out any more, or stays in the queue. */
  | { kind: "parent-erased"; agreementId: string; registrationIds: string[] }
  /** The club's chain of evidence got a record: carry its head to the control database. */
  | { kind: "evidence-head" }
  /** The club's audit log got a row: carry its head to the control database. */
  | { kind: "audit-head" }
  /** A parent did something that the club has to know of: mail it. */
  | { kind: "agreement-notice"; agreementId: string; issue: number; what: "asked" | "declined" | "withdrawn" }
  /** A parent registered: mail the link that confirms the address. */
  | { kind: "registration"; registrationId: string }
  /** The club's profile changed: copy what the platform shows of it. */
  | { kind: "profile" }
  /** What the leaderboard shows of all its teams changed, or whether it shows them: recompute their entries. */
  | { kind: "leaderboard-entries" };

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
 * Notes in the control database, before a club is changed, that it may have events: after a crash only these clubs
 * need a look. @returns the mark with which `eventsDelivered` removes the note.
 */
export async function announceEvents(control: ControlDb, clubCode: string): Promise<string> {
  const mark = newId();
  const since = nowIso();
  await control
    .insertInto("clubs_with_outbox")
    .values({ club_code: clubCode, mark, since })
    .onConflict((conflict) => conflict.column("club_code").doUpdateSet({ mark, since }))
    .execute();
  return mark;
}

/** Removes the note, unless other events of the club were announced since. */
export async function eventsDelivered(control: ControlDb, clubCode: string, mark: string): Promise<void> {
  await control
    .deleteFrom("clubs_with_outbox")
    .where("club_code", "=", clubCode)
    .where("mark", "=", mark)
    .execute();
}

/** Moves a club whose events could not be delivered behind the other waiting clubs. */
export async function postponeEvents(control: ControlDb, clubCode: string, mark: string): Promise<void> {
  await control
    .updateTable("clubs_with_outbox")
    .set({ since: nowIso() })
    .where("club_code", "=", clubCode)
    .where("mark", "=", mark)
    .execute();
}

/** What earlier releases called a kind; their events may still wait, also in a backup. */
const FORMER_KINDS: ReadonlyMap<string, ClubEvent["kind"]> = new Map([
  ["standing", "leaderboard-entry"],
  ["standings", "leaderboard-entries"],
]);

/** A club's undelivered events, oldest first. */
export async function openEvents(db: ClubDb): Promise<{ id: string; attempts: number; event: ClubEvent }[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "kind", "payload", "attempts"])
    .where("delivered_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(EVENTS_PER_DELIVERY)
    .execute();
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
    and rowid <= (select max(rowid) from outbox) - ${kept}`.execute(tx);
}
