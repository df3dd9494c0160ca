import { z } from "zod";
import type { ClubDb } from "#app/db/club/schema.ts";
import { hoursFrom, isOfTeams } from "#app/domain/club/games/game-rules.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { oneOf } from "#app/forms/fields.server.ts";
import type { FeedGame, FeedTeam } from "./feed-event.ts";

/** Games that were longer ago are in no calendar (product/games.md#calendars). */
export const FEED_PAST_DAYS = 180;
/** Games of one calendar: the first ones of its time. */
export const FEED_MAX_GAMES = 2_000;

/** Loads the active teams of a calendar. */
export async function feedTeams(db: ClubDb, scope: TeamScope): Promise<FeedTeam[]> {
  if (scope !== "all" && scope.length === 0) return [];
  return db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "gender"])
    .where("status", "=", "active")
    .$if(scope !== "all", (query) => query.where("id", "in", scope as readonly string[]))
    .orderBy("id")
    .execute();
}

/**
 * Computes a text that changes whenever a calendar's games do, and when one of them kicks off. It is cheap, because
 * phones ask every hour and mostly get 'not modified'. A rating does not change it (product/games.md#calendars).
 */
export async function feedStamp(db: ClubDb, teamIds: readonly string[], at: Date): Promise<string> {
  if (teamIds.length === 0) return "";
  const { games, changes, newest, past } = await db
    .selectFrom(inFeed(db, teamIds, at).select(["starts_at", "sequence", "created_at"]).as("games"))
    .select((eb) => [
      eb.fn.countAll<number>().as("games"),
      eb.fn.sum<number>("games.sequence").as("changes"),
      eb.fn.max("games.created_at").as("newest"),
      eb.fn.countAll<number>().filterWhere("games.starts_at", "<=", at.toISOString()).as("past"),
    ])
    .executeTakeFirstOrThrow();
  return [games, changes, newest, past].join(" ");
}

/** Loads the games of a calendar, in the order of their start. */
export async function feedGames(db: ClubDb, teamIds: readonly string[], at: Date): Promise<FeedGame[]> {
  if (teamIds.length === 0) return [];
  return inFeed(db, teamIds, at)
    .select(["id", "team_id", "opponent", "date", "time", "starts_at", "location", "home_away", "status"])
    .select(["original_date", "original_time", "sequence"])
    .execute();
}

/** Most teams whose games are sorted one by one; above it, walking all games by their start reads fewer rows. */
const FEW_TEAMS = 8;

function inFeed(db: ClubDb, teamIds: readonly string[], at: Date) {
  const since = `${hoursFrom(at, -FEED_PAST_DAYS * 24).slice(0, 10)}T00:00:00.000Z`;
  return db
    .selectFrom("games")
    .where((eb) => (teamIds.length <= FEW_TEAMS ? eb("games.team_id", "in", teamIds) : isOfTeams(teamIds)))
    .where("games.starts_at", ">=", since)
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .limit(FEED_MAX_GAMES);
}

/** Form of a calendar's buttons: use the address (and make the first one), replace it, or end it. */
export const calendarSchema = z.object({ intent: oneOf(["add", "make", "stop"], "Choose what to do") });
