import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import {
  type GameCondition,
  type GamesBuilder,
  isOfTeams,
  isOpenToRate,
} from "#app/domain/club/games/game-rules.server.ts";
import type { Assignment } from "#app/domain/club/staff/staff.ts";
import { sides } from "./ratings.ts";

export interface GameToRate {
  id: string;
  teamName: string;
  opponent: string;
  home_away: "home" | "away";
  date: string;
  time: string | null;
  starts_at: string;
}

/** Lists the latest games that need a rating by a member of staff, newest first, and counts all of them. */
export async function gamesToRate(
  db: ClubDb,
  assignments: readonly Assignment[],
  at: Date,
  limit: number,
): Promise<{ games: GameToRate[]; total: number }> {
  if (assignments.length === 0) return { games: [], total: 0 };
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(["games.id", "teams.name as teamName", "games.opponent", "games.home_away"])
    .select(["games.date", "games.time", "games.starts_at"])
    .select(sql<number>`count(*) over ()`.as("total"))
    .where("games.team_id", "in", [...new Set(assignments.map(({ teamId }) => teamId))])
    .where((eb) => waitsForStaff(eb, assignments, at))
    .orderBy("games.starts_at", "desc")
    .limit(limit)
    .execute();
  return { games: rows.map(({ total: _, ...game }) => game), total: rows[0]?.total ?? 0 };
}

/** Matches like `waitsForStaff` of games-to-rate.ts, in SQL. */
export function waitsForStaff(
  eb: GamesBuilder,
  assignments: readonly Pick<Assignment, "teamId" | "role">[],
  at: Date,
): GameCondition {
  // Once a side for all its teams: a condition for each team would look into the ratings again and again.
  const unrated = sides.flatMap((side) => {
    const teams = assignments.filter(({ role }) => role === side).map(({ teamId }) => teamId);
    if (teams.length === 0) return [];
    const current = eb
      .selectFrom("ratings")
      .select("ratings.id")
      .whereRef("ratings.game_id", "=", "games.id")
      .where("ratings.side", "=", side)
      .where("ratings.superseded_at", "is", null);
    return [eb.and([isOfTeams([...new Set(teams)]), eb.not(eb.exists(current))])];
  });
  return eb.and([isOpenToRate(eb, at), eb.or(unrated)]);
}

/** Matches like `waitsForFinalScore` of games-to-rate.ts, in SQL. */
export function waitsForFinalScore(eb: GamesBuilder, at: Date): GameCondition {
  return eb.and([isOpenToRate(eb, at), eb("games.final_score", "is", null)]);
}
