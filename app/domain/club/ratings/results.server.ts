import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { gameCounts, hasEnded, hoursFrom } from "#app/domain/club/games/game-rules.server.ts";
import { UNTIMED_GAME_HOURS } from "#app/domain/club/games/game-rules.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import type { Score, Side } from "./ratings.ts";
import { isSealed } from "./seal.server.ts";
import { BLIND_HOURS, opensAt } from "./seal.ts";

const IDS_AT_ONCE = 500;

/** A game as notifications tell of it. */
export interface NotifiedGame {
  gameId: string;
  teamId: string;
  teamName: string;
  opponent: string;
  homeAway: "home" | "away";
  date: string;
  time: string | null;
  startsAt: string;
  location: string;
  finalScore: Score | null;
  /** True if its result is sealed for everybody but administrators (product/ratings.md#blind). */
  sealed: boolean;
}

const countingGames = compiled((db: ClubDb, { ids, at }: { ids: readonly string[]; at: Date }) =>
  db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(["games.id as gameId", "teams.id as teamId", "teams.name as teamName", "games.opponent"])
    .select(["games.home_away as homeAway", "games.date", "games.time", "games.starts_at as startsAt"])
    .select(["games.location", "games.final_score as finalScore"])
    .select((eb) => sql<number>`${isSealed(eb, at)}`.as("sealed"))
    .where("games.id", "in", ids)
    .where("teams.status", "=", "active")
    .where((eb) => gameCounts(eb, at)),
);

/** Loads the games of a list that count and whose team is active, by id, as they are at a moment. */
export async function notifiedGames(
  db: ClubDb,
  gameIds: readonly string[],
  at: Date,
): Promise<Map<string, NotifiedGame>> {
  const games = new Map<string, NotifiedGame>();
  const ids = [...new Set(gameIds)];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await countingGames(db, { ids: ids.slice(from, from + IDS_AT_ONCE), at });
    for (const row of rows) games.set(row.gameId, { ...row, sealed: row.sealed === 1 });
  }
  return games;
}

/** A side's current rating of a game. */
export interface CurrentRating {
  gameId: string;
  side: Side;
  score: Score;
  givenBy: string;
  givenByName: string;
  givenAs: "head" | "assistant" | "manager" | "admin";
  tags: string;
}

const ratingsOfGames = compiled((db: ClubDb, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom("ratings")
    .select(["game_id as gameId", "side", "score", "given_by as givenBy", "given_by_name as givenByName"])
    .select(["given_as as givenAs", "tags"])
    .where("game_id", "in", ids)
    .where("superseded_at", "is", null),
);

/** Loads the current ratings of games, at most one a side. */
export async function currentRatings(db: ClubDb, gameIds: readonly string[]): Promise<CurrentRating[]> {
  const ratings: CurrentRating[] = [];
  const ids = [...new Set(gameIds)];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    ratings.push(...(await ratingsOfGames(db, { ids: ids.slice(from, from + IDS_AT_ONCE) })));
  }
  return ratings;
}

/** Open result without a notification so far. */
export interface OpenedResult {
  gameId: string;
  teamId: string;
  finalScore: Score | null;
  incidentId: string | null;
}

/** Days after its game beyond which an opening result causes no notification. */
export const LATE_DAYS = 9;

/**
 * Finds the games with a result of 20, or with an incident note, whose results are open and not notified yet, and when
 * the next sealed one opens by the clock.
 */
export async function openedResults(
  db: ClubDb,
  at: Date,
): Promise<{ opened: OpenedResult[]; nextOpening: Date | null }> {
  const opened = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .leftJoin("notified_results", "notified_results.game_id", "games.id")
    .select(["games.id as gameId", "games.team_id as teamId", "games.final_score as finalScore"])
    .select("incidents.id as incidentId")
    .where("games.starts_at", ">", hoursFrom(at, -LATE_DAYS * 24))
    .where("games.starts_at", "<=", at.toISOString())
    .where((eb) => eb.or([eb("games.final_score", "=", 20), eb("incidents.id", "is not", null)]))
    .where("notified_results.game_id", "is", null)
    .where("teams.status", "=", "active")
    .where((eb) => gameCounts(eb, at))
    .where((eb) => eb.not(isSealed(eb, at)))
    .orderBy("games.starts_at")
    .execute();
  const sealed = await db
    .selectFrom("games")
    .select(["games.starts_at", "games.time"])
    .where("games.starts_at", ">", hoursFrom(at, -(BLIND_HOURS + UNTIMED_GAME_HOURS)))
    .where("games.starts_at", "<=", at.toISOString())
    .where((eb) => eb.not(hasEnded(eb, new Date(at.getTime() - BLIND_HOURS * HOUR_MS))))
    .where((eb) => isSealed(eb, at))
    .execute();
  const openings = sealed.map((game) => opensAt(game).getTime());
  return { opened, nextOpening: openings.length > 0 ? new Date(Math.min(...openings)) : null };
}

/** Notes that people were notified of results, so that they are notified once. */
export async function noteNotified(tx: ClubTx, gameIds: readonly string[], at: Date): Promise<void> {
  for (let from = 0; from < gameIds.length; from += IDS_AT_ONCE) {
    const chunk = gameIds.slice(from, from + IDS_AT_ONCE);
    await tx
      .insertInto("notified_results")
      .values(chunk.map((game_id) => ({ game_id, notified_at: at.toISOString() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
