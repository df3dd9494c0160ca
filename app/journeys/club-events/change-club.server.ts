import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  announceNews,
  type ClubNews,
  NEWS_AT_ONCE,
  newsDelivered,
  openNews,
  postponeNews,
} from "#app/db/outbox.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { clubFailed, clubWorks, isWorthATry } from "#app/journeys/clubs/club-unavailable.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { deliverIncident } from "./incident.server.ts";
import { deliverInvitation } from "./invitation.server.ts";
import { deliverStanding } from "./leaderboard-entry.server.ts";

/** Where news happened: the club's file and the control database that is to hear of it. */
export interface NewsScene {
  control: ControlDb;
  db: ClubDb;
  clubCode: string;
}

interface ChangingScene {
  control: ControlDb;
  db: ClubDb;
  club: { code: string };
}

/**
 * Changes a club's file in one transaction and brings the news that `work` told (`tell`) to the rest of the
 * platform right after the commit. What cannot be delivered now stays in the club's outbox for the jobs process.
 */
export function changeClub<Result>(
  scene: ChangingScene,
  work: (tx: ClubTx) => Promise<Result>,
): Promise<Result> {
  return tellingNews(scene, () => inTransaction(scene.db, work));
}

/** The same around a transaction that is made elsewhere: by a thread with a handle of its own on the club's file. */
export async function tellingNews<Result>(
  { control, db, club }: ChangingScene,
  change: () => Promise<Result>,
): Promise<Result> {
  const mark = await announceNews(control, club.code);
  const result = await change();
  await deliverNews({ control, db, clubCode: club.code }, mark);
  return result;
}

/** A club whose news was announced more recently may still be before its commit: its request delivers it. */
const NEWS_GRACE_MS = 30_000;
const CLUBS_A_SWEEP = 200;

/**
 * Delivers what the clubs still have to tell: after a crash, or when a delivery failed. For the jobs process.
 * What fails again waits another `graceMs` behind the others, so that a broken file holds nobody up.
 */
export async function deliverOpenNews(
  { control, clubs }: Platform,
  graceMs = NEWS_GRACE_MS,
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
    if (isWorthATry(clubs, clubCode)) {
      try {
        await clubs.use(clubCode, (db) => deliverNews({ control, db, clubCode }, mark));
        clubWorks(clubCode);
      } catch (error) {
        await clubFailed("news", { control, clubs }, clubCode, error);
      }
    }
    await postponeNews(control, clubCode, mark);
  }
  return waiting.length;
}

async function deliverNews(scene: NewsScene, mark: string): Promise<void> {
  let allDelivered = true;
  const open = await openNews(scene.db);
  for (const { id, news } of open) {
    // An import may tell of a hundred teams, each with its history to count: others come in between.
    if (open.length > 1) await nextTurn();
    try {
      await deliver(scene, news);
      await scene.db.updateTable("outbox").set({ delivered_at: nowIso() }).where("id", "=", id).execute();
    } catch (error) {
      allDelivered = false;
      noteRetry(
        "news",
        { club: scene.clubCode, news: news.kind, err: error },
        "news not delivered, will be tried again",
      );
      await scene.db
        .updateTable("outbox")
        .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: String(error).slice(0, 500) }))
        .where("id", "=", id)
        .execute();
    }
  }
  const thatWasAll = open.length < NEWS_AT_ONCE;
  if (allDelivered && thatWasAll) await newsDelivered(scene.control, scene.clubCode, mark);
}

/** Every delivery may happen twice (two processes, or a crash before the tick): each must bear it. */
function deliver(scene: NewsScene, news: ClubNews): Promise<void> {
  switch (news.kind) {
    case "standing":
      return deliverStanding(scene, news);
    case "invitation":
      return deliverInvitation(scene, news);
    case "incident":
      return deliverIncident(scene, news);
  }
}
