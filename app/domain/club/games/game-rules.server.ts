import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { ClubSchema } from "#app/db/club/schema.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { GAME_HOURS, type GamePhase, UNTIMED_GAME_HOURS } from "./game-rules.ts";

// The rules of game-rules.ts in SQL, for queries over `games`; a test compares each with its pure twin.

export type GamesBuilder = ExpressionBuilder<ClubSchema, "games">;
export type GameCondition = ExpressionWrapper<ClubSchema, "games", SqlBool>;

/** Returns the moment `hours` after `at` (before, if negative), as the database stores it. */
export const hoursFrom = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS).toISOString();

/** Matches games that were over at a moment. */
export function hasEnded(eb: GamesBuilder, at: Date): GameCondition {
  return eb.or([
    eb.and([eb("games.time", "is", null), eb("games.starts_at", "<=", hoursFrom(at, -UNTIMED_GAME_HOURS))]),
    eb.and([eb("games.time", "is not", null), eb("games.starts_at", "<=", hoursFrom(at, -GAME_HOURS))]),
  ]);
}

/** Matches games whose phase follows the kick-off: neither cancelled nor completed. */
const followsKickOff = (eb: GamesBuilder) => eb("games.status", "not in", ["cancelled", "completed"]);

export function inPhase(eb: GamesBuilder, phase: GamePhase, at: Date): GameCondition {
  const now = at.toISOString();
  switch (phase) {
    case "cancelled":
      return eb.and([eb("games.status", "=", "cancelled")]);
    case "completed":
      return eb.or([eb("games.status", "=", "completed"), eb.and([followsKickOff(eb), hasEnded(eb, at)])]);
    case "in-progress":
      return eb.and([
        // A game lasts at most a day: this bound lets the query walk a short stretch of the index.
        eb("games.starts_at", ">", hoursFrom(at, -UNTIMED_GAME_HOURS)),
        eb("games.starts_at", "<=", now),
        followsKickOff(eb),
        eb.not(hasEnded(eb, at)),
      ]);
    case "rescheduled":
      return eb.and([eb("games.status", "=", "rescheduled"), eb("games.starts_at", ">", now)]);
    case "upcoming":
      return eb.and([isToCome(eb, at), eb("games.status", "<>", "rescheduled")]);
  }
}

export function isToCome(eb: GamesBuilder, at: Date): GameCondition {
  return eb.and([eb("games.starts_at", ">", at.toISOString()), followsKickOff(eb)]);
}

/** Matches moved games; in literals, so that the indexes of moved games are found. */
export function wasMoved(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(games.original_date is not null or games.status = 'rescheduled')`;
}

export function gameCounts(eb: GamesBuilder, at: Date): GameCondition {
  return eb.and([
    eb("games.status", "<>", "cancelled"),
    eb.or([eb("games.starts_at", "<=", at.toISOString()), eb("games.status", "=", "completed")]),
  ]);
}

export function isOpenToRate(eb: GamesBuilder, at: Date): GameCondition {
  return gameCounts(eb, at);
}

/** Matches games with a rating. */
export function hasRating(eb: GamesBuilder): GameCondition {
  const ratings = eb.selectFrom("ratings").select("ratings.id").whereRef("ratings.game_id", "=", "games.id");
  return eb.and([eb.exists(ratings)]);
}

/**
 * Matches games of these teams. Unary `+` disables the per-team index: walking `games_by_start` already yields several
 * teams' rows in page order.
 */
export function isOfTeams(teams: readonly string[]) {
  const [only] = teams;
  if (only === undefined) return sql<SqlBool>`false`;
  return teams.length === 1
    ? sql<SqlBool>`games.team_id = ${only}`
    : sql<SqlBool>`+games.team_id in (${sql.join(teams)})`;
}

/** Joins each game's current rating by either side, as `coach` and `manager`. */
export const withCurrentRatings = <Row>(games: SelectQueryBuilder<ClubSchema, "games" | "teams", Row>) =>
  games
    .leftJoin("ratings as coach", (join) =>
      join
        .onRef("coach.game_id", "=", "games.id")
        .on("coach.side", "=", "coach")
        .on("coach.superseded_at", "is", null),
    )
    .leftJoin("ratings as manager", (join) =>
      join
        .onRef("manager.game_id", "=", "games.id")
        .on("manager.side", "=", "manager")
        .on("manager.superseded_at", "is", null),
    );
