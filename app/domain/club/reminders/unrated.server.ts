import { type ExpressionBuilder, sql } from "kysely";
import { z } from "zod";
import type { ClubDb, ClubSchema, ClubTx, GamesTable } from "#app/db/club/schema.ts";
import {
  type GameCondition,
  type GamesBuilder,
  hoursFrom,
  isOfTeams,
  isOpenToRate,
  withCurrentRatings,
} from "#app/domain/club/games/game-rules.server.ts";
import { GAME_HOURS } from "#app/domain/club/games/game-rules.ts";
import { type Side, sides } from "#app/domain/club/ratings/ratings.ts";
import type { CoachRole, TeamScope } from "#app/domain/club/staff/staff.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { ASK_AFTER_HOURS, ASK_UNTIL_HOURS, addDays, morningOf, REMINDER_MORNINGS } from "./reminder-times.ts";

/** Most games that a reminder names; the others are counted. */
export const GAMES_NAMED = 10;
/** Games on a page of the list of open ones. */
export const PAGE_SIZE = 40;

/** A game without a person's rating. */
export interface UnratedGame
  extends Pick<GamesTable, "id" | "team_id" | "opponent" | "home_away" | "date" | "time" | "starts_at"> {
  team_name: string;
}

/** Open ratings of one person: the latest games, and how many there are. */
export interface RaterWork {
  accountId: string;
  total: number;
  games: UnratedGame[];
}

/** Filter of games. */
interface Wanted {
  scope: TeamScope;
  accountIds?: readonly string[];
  /** Range of the club's dates (YYYY-MM-DD), inclusive. */
  dates?: { from: string; to: string; timezone: string };
  /** True for games without a final score alone. */
  noScore?: boolean;
}

/**
 * Lists the raters of active teams who have open ratings, each with their latest games: open to rate, without a rating
 * of their side, and the team's updates to that side are on.
 */
export async function raterWork(
  db: ClubDb,
  { scope, accountIds, dates, noScore = false }: Wanted,
  at: Date,
): Promise<RaterWork[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const waiting = unrated(db, scope, at)
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "teams.name as team_name", "staff.account_id"])
    .where(updatesOn)
    .$if(accountIds !== undefined, (query) =>
      query.where("staff.account_id", "in", accountIds as readonly string[]),
    )
    .$if(noScore, (query) => query.where("games.final_score", "is", null))
    .$if(dates !== undefined, (query) => {
      const { from, to, timezone } = dates as NonNullable<typeof dates>;
      return query
        .where("games.starts_at", ">=", momentOf(from, null, timezone))
        .where("games.starts_at", "<", momentOf(addDays(to, 1), null, timezone));
    })
    // A person who coaches and manages a team is asked once for a game of both.
    .distinct();
  const rows = await db
    .selectFrom(waiting.as("waiting"))
    .selectAll()
    .select([
      sql<number>`count(*) over (partition by account_id)`.as("total"),
      sql<number>`row_number() over (partition by account_id order by starts_at desc, id)`.as("place"),
    ])
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .execute();
  const people = new Map<string, RaterWork>();
  for (const { account_id: accountId, total, place, ...game } of rows) {
    if (place > GAMES_NAMED || accountId === null) continue;
    const work = people.get(accountId) ?? { accountId, total, games: [] };
    work.games.push(game);
    people.set(accountId, work);
  }
  return [...people.values()];
}

/**
 * Lists the raters to ask for the rating of a game that ended an hour ago (product/notifications.md#game-reminders).
 */
export async function ratersToAsk(db: ClubDb, at: Date): Promise<(UnratedGame & { accountId: string })[]> {
  const rows = await unrated(db, "all", at)
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "teams.name as team_name", "staff.account_id"])
    .where(updatesOn)
    .where("games.time", "is not", null)
    .where("games.starts_at", "<=", hoursFrom(at, -(GAME_HOURS + ASK_AFTER_HOURS)))
    .where("games.starts_at", ">", hoursFrom(at, -(GAME_HOURS + ASK_UNTIL_HOURS)))
    .distinct()
    .orderBy("games.starts_at")
    .execute();
  return rows.flatMap(({ account_id, ...game }) => (account_id ? [{ ...game, accountId: account_id }] : []));
}

/** Loads the next moment at which raters are asked for a game's rating, an hour after its end; null if none is due. */
export async function nextAsking(db: ClubDb, at: Date): Promise<Date | null> {
  const next = await db
    .selectFrom("games")
    .select("starts_at")
    .where("starts_at", ">", hoursFrom(at, -(GAME_HOURS + ASK_AFTER_HOURS)))
    .where("time", "is not", null)
    .where("status", "<>", "cancelled")
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return next ? new Date(hoursFrom(new Date(next.starts_at), GAME_HOURS + ASK_AFTER_HOURS)) : null;
}

/** Returns the dates whose games are in the reminders of a morning (product/notifications.md#reminders-to-rate). */
export const datesRemindedOn = (date: string) => ({
  from: addDays(date, -REMINDER_MORNINGS),
  to: addDays(date, -1),
});

/** Loads the next morning at which games may wait that the reminders still name; null if no game is planned. */
export async function nextMorning(db: ClubDb, at: Date, timezone: string): Promise<Date | null> {
  const today = dateAt(at, timezone);
  const first = at < morningOf(today, timezone) ? today : addDays(today, 1);
  const game = await db
    .selectFrom("games")
    .select("date")
    .where("starts_at", ">=", momentOf(datesRemindedOn(first).from, null, timezone))
    .where("status", "<>", "cancelled")
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  if (!game) return null;
  const [, morning = first] = [first, addDays(game.date, 1)].sort();
  return morningOf(morning, timezone);
}

/** Returns the accounts that were reminded of their open ratings on a date of the club. */
export async function remindedOn(db: ClubDb, day: string): Promise<Set<string>> {
  const rows = await db.selectFrom("rating_reminders").select("account_id").where("day", "=", day).execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

const KEPT_DAYS = 60;

/** Remembers who was reminded of open ratings; a second one on a day is not counted. */
export async function rememberRatingReminders(
  tx: ClubTx,
  accountIds: readonly string[],
  { day, at }: { day: string; at: Date },
): Promise<void> {
  await tx.deleteFrom("rating_reminders").where("day", "<", addDays(day, -KEPT_DAYS)).execute();
  if (accountIds.length === 0) return;
  await tx
    .insertInto("rating_reminders")
    .values(accountIds.map((account_id) => ({ account_id, day, sent_at: at.toISOString() })))
    .onConflict((conflict) => conflict.columns(["account_id", "day"]).doNothing())
    .execute();
}

/** Game with a side that has not rated, and which side that is. */
export interface WaitingGame extends UnratedGame {
  coachRated: boolean;
  managerRated: boolean;
}

/**
 * Loads a page of the games of active teams that lack a side's rating, by team, newest first, and how many there are.
 * @param asked.noScore only those without a final score, as the dashboard counts them (`waitsForFinalScore`)
 */
export async function waitingGames(
  db: ClubDb,
  scope: TeamScope,
  { page, noScore, at }: { page: number; noScore: boolean; at: Date },
): Promise<{ total: number; games: WaitingGame[] }> {
  if (scope !== "all" && scope.length === 0) return { total: 0, games: [] };
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .$call(withCurrentRatings)
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "teams.name as team_name"])
    .select(["coach.id as coachRating", "manager.id as managerRating"])
    .select(sql<number>`count(*) over ()`.as("total"))
    .where("teams.status", "=", "active")
    .where((eb) => isOpenToRate(eb, at))
    .where((eb) =>
      noScore
        ? eb("games.final_score", "is", null)
        : eb.or([eb("coach.id", "is", null), eb("manager.id", "is", null)]),
    )
    .$if(scope !== "all", (query) => query.where(isOfTeams(scope as readonly string[])))
    .orderBy("teams.name")
    .orderBy("games.team_id")
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id")
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  return {
    total: rows[0]?.total ?? 0,
    games: rows.map(({ total: _, coachRating, managerRating, ...game }) => ({
      ...game,
      coachRated: coachRating !== null,
      managerRated: managerRating !== null,
    })),
  };
}

/** Member of a team's staff, with the number of its games that need their side's rating. */
export interface TeamRaterWork {
  teamId: string;
  teamName: string;
  side: Side;
  coachRole: CoachRole | null;
  /** null for an invitation that is not accepted yet. */
  accountId: string | null;
  name: string;
  /** For people who have not joined: the invited address. */
  email: string;
  waiting: number;
  /** True if the team's updates to this side are on. */
  updatesOn: boolean;
  /** Last reminder, in UTC. */
  remindedAt: string | null;
}

/**
 * Lists the staff of the active teams in scope, invited or active, with their open ratings, by team and role.
 * @param asked.noScore counts only games without a final score
 */
export async function teamRaterWork(
  db: ClubDb,
  scope: TeamScope,
  { noScore, at }: { noScore: boolean; at: Date },
): Promise<TeamRaterWork[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const rows = await db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["teams.id as teamId", "teams.name as teamName", "staff.role as side"])
    .select(["staff.coach_role as coachRole", "staff.account_id as accountId", "staff.name", "staff.email"])
    .select((eb) => [
      eb
        .selectFrom("games")
        .select((game) => game.fn.countAll<number>().as("n"))
        .whereRef("games.team_id", "=", "staff.team_id")
        .where((game) => isOpenToRate(game, at))
        .where(sideHasNotRated)
        .$if(noScore, (query) => query.where("games.final_score", "is", null))
        .as("waiting"),
      eb
        .selectFrom("rating_reminders as r")
        .select((reminder) => reminder.fn.max("r.sent_at").as("last"))
        .whereRef("r.account_id", "=", "staff.account_id")
        .as("remindedAt"),
    ])
    .select(sql<number>`${UPDATES_ON}`.as("updatesOn"))
    .where("teams.status", "=", "active")
    .where("staff.status", "in", ["active", "pending"])
    .$if(scope !== "all", (query) => query.where("teams.id", "in", scope as readonly string[]))
    .orderBy("teams.name")
    .orderBy("staff.role", "desc")
    .orderBy("staff.coach_role", "desc")
    .orderBy("staff.name")
    .execute();
  return rows.map((row) => ({ ...row, waiting: row.waiting ?? 0, updatesOn: row.updatesOn === 1 }));
}

/** Tells whether a team's updates to this member of its staff are on (product/notifications.md#team-emails). */
export const UPDATES_ON = sql`case staff.role when 'manager' then teams.manager_updates else teams.coach_updates end = 1`;
const updatesOn = sql<boolean>`${UPDATES_ON}`;

/** Matches games that are open to rate and that at least one side has not rated. */
export function lacksRating(eb: GamesBuilder, at: Date): GameCondition {
  const sidesRated = eb
    .selectFrom("ratings")
    .select((ratings) => ratings.fn.countAll<number>().as("n"))
    .whereRef("ratings.game_id", "=", "games.id")
    .where("ratings.superseded_at", "is", null);
  return eb.and([isOpenToRate(eb, at), eb(sidesRated, "<", sides.length)]);
}

/** Matches games without a rating by the side that a member of staff is on. */
function sideHasNotRated({ not, exists, selectFrom }: ExpressionBuilder<ClubSchema, "games" | "staff">) {
  const rating = selectFrom("ratings")
    .select("ratings.id")
    .whereRef("ratings.game_id", "=", "games.id")
    .whereRef("ratings.side", "=", "staff.role")
    .where("ratings.superseded_at", "is", null);
  return not(exists(rating));
}

/** Selects games joined with the active staff whose side has not rated them. */
function unrated(db: ClubDb, scope: TeamScope, at: Date) {
  return db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("staff", "staff.team_id", "games.team_id")
    .where("teams.status", "=", "active")
    .where("staff.status", "=", "active")
    .where("staff.account_id", "is not", null)
    .where((eb) => isOpenToRate(eb, at))
    .where(sideHasNotRated)
    .$if(scope !== "all", (query) => query.where(isOfTeams(scope as readonly string[])));
}

/** The buttons of the list of games that wait: one person by account, or '' for everyone on it. */
export const remindSchema = z.object({ rater: z.string().max(64).default("") });
