import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { ClubDb, ClubTx } from "./club/schema.ts";
import type { ControlDb } from "./control/schema.ts";
import { deleteDeliveredEvents } from "./delivered-events.server.ts";
import { insertRows } from "./insert-rows.server.ts";

/**
 * What a change in a club's file means for the rest of the platform. No transaction spans two files, so the news
 * is written with the change itself and delivered afterwards: at once by the request, else by the jobs process.
 */
export type ClubEvent =
  /** A team's games, ratings or place changed: its row on the boards is computed anew. */
  | { kind: "standing"; teamId: string }
  /** Somebody was invited (again): the link becomes valid and the mail goes out. */
  | { kind: "invitation"; staffId: string; issue: number }
  /** A 0 was given: the club's administrators are told. */
  | { kind: "incident"; incidentId: string };

/** So much of a club's news is delivered in one go; where there is more, the jobs process goes on. */
export const EVENTS_PER_DELIVERY = 500;

/** So many of the latest news stay readable after they were delivered; what lies behind them goes. */
export const DELIVERED_EVENTS_KEPT = 500;

/** Writes news inside the transaction of the change it tells of; none is fine too. */
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
  // A large import touches more teams than one statement has room for.
  await insertRows(tx, "outbox", rows);
  await deleteDeliveredEvents(tx, DELIVERED_EVENTS_KEPT);
}

/**
 * Says in the control database, before a club is changed, that it may have news: so nobody has to look through
 * all files after a crash. @returns the mark with which the entry is taken back.
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

/** Takes the entry back, unless somebody has announced other news of the club since. */
export async function eventsDelivered(control: ControlDb, clubCode: string, mark: string): Promise<void> {
  await control
    .deleteFrom("clubs_with_outbox")
    .where("club_code", "=", clubCode)
    .where("mark", "=", mark)
    .execute();
}

/** Puts a club whose news could not be delivered behind the others that wait. */
export async function postponeEvents(control: ControlDb, clubCode: string, mark: string): Promise<void> {
  await control
    .updateTable("clubs_with_outbox")
    .set({ since: nowIso() })
    .where("club_code", "=", clubCode)
    .where("mark", "=", mark)
    .execute();
}

/** The news of a club that is still to be delivered, oldest first. */
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
    event: { kind, ...(JSON.parse(payload) as object) } as ClubEvent,
  }));
}
