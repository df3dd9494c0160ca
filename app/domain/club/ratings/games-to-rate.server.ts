import type { ClubDb } from "#app/db/club/schema.ts";
import type { Assignment } from "#app/domain/club/staff/staff.ts";
import { gameCounts, unratedBy } from "./rating-list.server.ts";

export interface GameToRate {
  id: string;
  teamName: string;
  opponent: string;
  home_away: "home" | "away";
  date: string;
  time: string | null;
  starts_at: string;
}

/**
 * The latest games that a member of staff may rate and has not rated on an own side: kicked off, not cancelled,
 * newest first (product.md#rating).
 */
export async function gamesToRate(
  db: ClubDb,
  assignments: readonly Assignment[],
  at: Date,
  limit: number,
): Promise<GameToRate[]> {
  if (assignments.length === 0) return [];
  return db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(["games.id", "teams.name as teamName", "games.opponent", "games.home_away"])
    .select(["games.date", "games.time", "games.starts_at"])
    .where("games.team_id", "in", [...new Set(assignments.map(({ teamId }) => teamId))])
    .where((eb) => eb.and([gameCounts(eb, at), unratedBy(eb, assignments)]))
    .orderBy("games.starts_at", "desc")
    .limit(limit)
    .execute();
}
