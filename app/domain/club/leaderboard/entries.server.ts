import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { EVERYBODY } from "#app/domain/club/ratings/seal.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { nextKickOffs, nextOpenings, teamStats } from "#app/domain/club/stats/stats.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";

const teamsOnBoards = compiled(
  (db: ClubDb, { teams }: { teams: readonly string[] }, { all }: { all: boolean }) =>
    db
      .selectFrom("teams")
      .innerJoin("club", (join) => join.onTrue())
      .select(["teams.id", "teams.name", "teams.age_group", "teams.gender"])
      .select(["club.code", "club.name as club_name", "club.city", "club.state"])
      .where("club.on_leaderboard", "=", 1)
      .where("teams.status", "=", "active")
      .$if(!all, (query) => query.where("teams.id", "in", teams))
      .orderBy("teams.id"),
);

/**
 * Loads the leaderboard entries of a club's teams at a moment. An archived or deleted team has none, nor has any team
 * of a club that does not take part (its setting `on_leaderboard`). They hold what everybody may see: a sealed result
 * counts neither as rated nor as completed until it opens (product/leaderboards.md#ranking).
 */
export async function leaderboardEntries(
  db: ClubDb,
  scope: TeamScope,
  at: Date,
): Promise<LeaderboardEntry[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const all = scope === "all";
  const teams = await teamsOnBoards(db, { teams: all ? [] : scope }, { all });
  if (teams.length === 0) return [];
  const stats = await teamStats(db, scope, EVERYBODY, at);
  const kickOffs = await nextKickOffs(db, scope, at);
  const openings = await nextOpenings(db, scope, at);
  return teams.flatMap((team) => {
    const own = stats.get(team.id);
    // Archived or deleted between the two queries; its event will follow.
    if (!own) return [];
    const { totalScore, ratedGames, sealedGames, completedGames, perfectGames } = own;
    const { lastGameDate, trend, strip } = own;
    const changes = [kickOffs.get(team.id), openings.get(team.id)].flatMap((moment) => moment ?? []);
    return {
      teamId: team.id,
      clubCode: team.code,
      clubName: team.club_name,
      teamName: team.name,
      city: team.city,
      state: team.state,
      ageGroup: team.age_group,
      gender: team.gender,
      totalScore,
      ratedGames,
      completedGames: completedGames - sealedGames,
      perfectGames,
      lastGameDate,
      trend,
      strip,
      changesAt: changes.sort()[0] ?? null,
    };
  });
}

/** Loads the rank in its state that each team's people last know of, by team. */
export async function knownRanks(db: ClubDb): Promise<Map<string, number>> {
  const rows = await db.selectFrom("notified_ranks").select(["team_id", "rank"]).execute();
  return new Map(rows.map(({ team_id, rank }) => [team_id, rank]));
}

/** Notes ranks as known; a team that is gone is left out. */
export async function noteRanks(
  tx: ClubTx,
  ranks: readonly { teamId: string; rank: number }[],
  at: Date,
): Promise<void> {
  const teams = await tx.selectFrom("teams").select("id").execute();
  const known = new Set(teams.map(({ id }) => id));
  const rows = ranks.flatMap(({ teamId, rank }) =>
    known.has(teamId) ? [{ team_id: teamId, rank, notified_at: at.toISOString() }] : [],
  );
  if (rows.length === 0) return;
  await tx
    .insertInto("notified_ranks")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("team_id").doUpdateSet((eb) => ({
        rank: eb.ref("excluded.rank"),
        notified_at: eb.ref("excluded.notified_at"),
      })),
    )
    .execute();
}
