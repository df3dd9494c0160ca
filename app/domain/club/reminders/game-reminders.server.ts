import { sql } from "kysely";
import type { ClubDb, ClubTx, GamesTable } from "#app/db/club/schema.ts";
import { excluded } from "#app/db/insert-rows.server.ts";
import { reasonsOfGames } from "#app/domain/club/games/day-changes.server.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { type ReminderReason, reminderReason, reminderState } from "./reminder-reason.ts";
import { addDays, dayBeforeOf } from "./reminder-times.ts";
import { UPDATES_ON } from "./unrated.server.ts";

/** Days for which the content of reminders is kept. */
const KEPT_DAYS = 60;
/** A statement takes a limited number of parameters. */
const ROWS_AT_ONCE = 200;

export interface RemindedGame
  extends Pick<
    GamesTable,
    "id" | "team_id" | "opponent" | "home_away" | "date" | "time" | "starts_at" | "location" | "status"
  > {
  team_name: string;
  reason: ReminderReason;
  /** Content of its reader's last reminder, from `reminderState`; null for none. */
  notifiedOf: string | null;
  /** Typed reason for moving or cancelling it; null for none. */
  because: string | null;
}

/** The games that one person is reminded of, in the order of play. */
export interface GameReminder {
  accountId: string;
  games: RemindedGame[];
}

/** Lists who is reminded of which games to come (`reminderReason`): staff of active teams whose updates are on. */
export async function dueGameReminders(db: ClubDb, at: Date, timezone: string): Promise<GameReminder[]> {
  const today = dateAt(at, timezone);
  const tomorrow = addDays(today, 1);
  const staffOfGames = db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("staff", "staff.team_id", "games.team_id")
    .leftJoin("game_reminders as notified", (join) =>
      join.onRef("notified.game_id", "=", "games.id").onRef("notified.account_id", "=", "staff.account_id"),
    )
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "games.location", "games.status", "teams.name as team_name"])
    .select(["staff.account_id", "notified.notified_of", "notified.notified_at"])
    .where("teams.status", "=", "active")
    .where("staff.status", "=", "active")
    .where("staff.account_id", "is not", null)
    .where(sql<boolean>`${UPDATES_ON}`)
    .$narrowType<{ account_id: string }>();
  const ofTomorrow = staffOfGames
    .where("games.starts_at", ">=", momentOf(tomorrow, null, timezone))
    .where("games.starts_at", "<", momentOf(addDays(tomorrow, 1), null, timezone));
  // `notified_of` begins with the reminder's date: games of the past are left out; 'cancelled' sorts behind all dates.
  const notifiedBefore = staffOfGames.where("notified.notified_of", ">=", today);
  const rows = [...(await ofTomorrow.execute()), ...(await notifiedBefore.execute())];
  const people = new Map<string, Map<string, RemindedGame>>();
  for (const { account_id, notified_of, notified_at, ...game } of rows) {
    const reason = reminderReason(
      game,
      notified_of && notified_at ? { notified_of, notified_at } : null,
      at,
      timezone,
    );
    if (!reason) continue;
    const games = people.get(account_id) ?? new Map<string, RemindedGame>();
    people.set(account_id, games.set(game.id, { ...game, reason, notifiedOf: notified_of, because: null }));
  }
  const changed = [...people.values()].flatMap((games) =>
    [...games.values()].filter(({ reason }) => reason !== "tomorrow"),
  );
  const reasons = await reasonsOfGames(
    db,
    changed.map(({ id }) => id),
  );
  for (const game of changed) game.because = reasons.get(game.id) ?? null;
  return [...people].map(([accountId, games]) => ({
    accountId,
    games: [...games.values()].sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1)),
  }));
}

/** Member of games' staff, with their latest notification of one of the games. */
export interface NotifiedMember {
  accountId: string;
  name: string;
  updatesOn: boolean;
  notifiedOf: string | null;
  notifiedAt: string | null;
  /** Content of a reminder of the game now. */
  state: string;
}

/** Loads the staff of some games, with what each was notified of: who is mailed at once when these change. */
export async function staffNotifiedOf(db: ClubDb, gameIds: readonly string[]): Promise<NotifiedMember[]> {
  if (gameIds.length === 0) return [];
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("staff", "staff.team_id", "games.team_id")
    .leftJoin("game_reminders as notified", (join) =>
      join.onRef("notified.game_id", "=", "games.id").onRef("notified.account_id", "=", "staff.account_id"),
    )
    .select(["games.date", "games.time", "games.starts_at", "games.location", "games.status"])
    .select(["staff.account_id as accountId", "staff.name", sql<number>`${UPDATES_ON}`.as("updatesOn")])
    .select(["notified.notified_of as notifiedOf", "notified.notified_at as notifiedAt"])
    .where("games.id", "in", gameIds)
    .where("teams.status", "=", "active")
    .where("staff.status", "=", "active")
    .where("staff.account_id", "is not", null)
    .$narrowType<{ accountId: string }>()
    .orderBy("staff.name")
    .execute();
  return rows.map(({ accountId, name, updatesOn, notifiedOf, notifiedAt, ...game }) => ({
    ...{ accountId, name, notifiedOf, notifiedAt },
    updatesOn: updatesOn === 1,
    state: reminderState(game),
  }));
}

/** Remembers what was said, and forgets what is long past. */
export async function rememberGameReminders(
  tx: ClubTx,
  reminders: readonly GameReminder[],
  at: Date,
): Promise<void> {
  await tx
    .deleteFrom("game_reminders")
    .where("notified_at", "<", new Date(at.getTime() - KEPT_DAYS * DAY_MS).toISOString())
    .execute();
  const rows = reminders.flatMap(({ accountId, games }) =>
    games.map((game) => ({
      game_id: game.id,
      account_id: accountId,
      notified_of: reminderState(game),
      notified_at: at.toISOString(),
    })),
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tx
      .insertInto("game_reminders")
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["game_id", "account_id"]).doUpdateSet(excluded("notified_of", "notified_at")),
      )
      .execute();
  }
}

/** Returns when game reminders are next due: the day before the next game whose moment has not come yet. */
export async function nextGameReminder(db: ClubDb, at: Date, timezone: string): Promise<Date | null> {
  const today = dateAt(at, timezone);
  const first = at < dayBeforeOf(addDays(today, 1), timezone) ? addDays(today, 1) : addDays(today, 2);
  const next = await db
    .selectFrom("games")
    .select("date")
    .where("starts_at", ">=", momentOf(first, null, timezone))
    .where("status", "<>", "cancelled")
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return next ? dayBeforeOf(next.date, timezone) : null;
}
