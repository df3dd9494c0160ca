import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";

/** The rank in its state that each team's people last know of, by team. */
export async function knownRanks(db: ClubDb): Promise<Map<string, number>> {
  const rows = await db.selectFrom("told_ranks").select(["team_id", "rank"]).execute();
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
    known.has(teamId) ? [{ team_id: teamId, rank, told_at: at.toISOString() }] : [],
  );
  if (rows.length === 0) return;
  await tx
    .insertInto("told_ranks")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("team_id").doUpdateSet((eb) => ({
        rank: eb.ref("excluded.rank"),
        told_at: eb.ref("excluded.told_at"),
      })),
    )
    .execute();
}
