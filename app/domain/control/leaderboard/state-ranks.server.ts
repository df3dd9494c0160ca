import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";

const IDS_AT_ONCE = 500;

/** A ranked team's place among the teams of its state, in the active snapshot. */
export interface StateRank {
  teamName: string;
  state: string;
  rank: number;
}

/** Loads the ranks of teams in their states, by team; a team that is not ranked yet has none. */
export async function stateRanks(
  control: ControlDb,
  teamIds: readonly string[],
): Promise<Map<string, StateRank>> {
  const ranks = new Map<string, StateRank>();
  const ids = [...new Set(teamIds)];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await ranked(control)
      .where("s.team_id", "in", ids.slice(from, from + IDS_AT_ONCE))
      .execute();
    for (const { teamId, ...rank } of rows) ranks.set(teamId, rank);
  }
  return ranks;
}

/** Loads the ranks of a club's teams, by team. */
export async function stateRanksOfClub(
  control: ControlDb,
  clubCode: string,
): Promise<Map<string, StateRank>> {
  const rows = await ranked(control).where("s.club_code", "=", clubCode).execute();
  return new Map(rows.map(({ teamId, ...rank }) => [teamId, rank]));
}

const ranked = (control: ControlDb) =>
  control
    .selectFrom("leaderboard as l")
    .innerJoin("standings as s", (join) => join.onTrue())
    .innerJoin("leaderboard_ranks as r", (join) =>
      join.onRef("r.snapshot", "=", "l.snapshot").onRef("r.number", "=", "s.number"),
    )
    .select(["s.team_id as teamId", "s.team_name as teamName", "s.state", "r.state as rank"])
    .innerJoin("leaderboard_boards as b", (join) =>
      join.onRef("b.snapshot", "=", "l.snapshot").on("b.board", "=", sql<string>`s.state || '||'`),
    )
    // Teams that are not ranked yet come after the ranked ones.
    .whereRef("r.state", "<=", "b.ranked");
