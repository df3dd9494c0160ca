import type { ClubDb } from "../../db/club/schema.ts";
import type { Assignment } from "./staff.ts";

export interface GameToRate {
  id: string;
  teamName: string;
  opponent: string;
  date: string;
  time: string | null;
  starts_at: string;
}

/**
 * The latest games that a member of staff may rate and has not rated on an own side: kicked off, not cancelled,
 * newest first (decisions, section 5).
 */
export async function gamesToRate(
  db: ClubDb,
  assignments: readonly Assignment[],
  at: Date,
  limit: number,
): Promise<GameToRate[]> {
  if (assignments.length === 0) return [];
  const places = new Map(assignments.map(({ teamId, role }) => [`${teamId} ${role}`, { teamId, role }]));
  return db
    .selectFrom("games as g")
    .innerJoin("teams as t", "t.id", "g.team_id")
    .select(["g.id", "t.name as teamName", "g.opponent", "g.date", "g.time", "g.starts_at"])
    .where("g.status", "<>", "cancelled")
    .where((eb) => eb.or([eb("g.starts_at", "<=", at.toISOString()), eb("g.status", "=", "completed")]))
    .where((eb) =>
      eb.or(
        [...places.values()].map(({ teamId, role }) =>
          eb("g.team_id", "=", teamId).and(
            eb.not(
              eb.exists(
                eb
                  .selectFrom("ratings as r")
                  .select("r.id")
                  .whereRef("r.game_id", "=", "g.id")
                  .where("r.side", "=", role)
                  .where("r.superseded_at", "is", null),
              ),
            ),
          ),
        ),
      ),
    )
    .orderBy("g.starts_at", "desc")
    .limit(limit)
    .execute();
}
