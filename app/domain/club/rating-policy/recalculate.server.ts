import { createHash } from "node:crypto";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { ratedGames } from "./rating-policy.server.ts";
import { type RatedResult, type ResultChange, sameResult } from "./recalculation.ts";

/**
 * Team whose games would get another result, as staff see it: counts, never a score (product/support.md#support-tools).
 */
export interface RecalculatedTeam {
  teamId: string;
  name: string;
  status: "active" | "archived" | "deleted";
  games: number;
}

export interface Recalculation {
  games: number;
  changes: ResultChange[];
  teams: RecalculatedTeam[];
  /** A fingerprint of the changes, which the form carries. */
  version: string;
}

/**
 * Loads the results that the current ratings give, where they are not those that are stored. A final game keeps the
 * policy that made it final (product/ratings.md#reconciling).
 * @param outdated teams whose row of the boards is not what the file gives
 */
export async function recalculation(
  db: ClubDb,
  outdated: readonly string[],
  at: Date,
): Promise<Recalculation> {
  const [policy, games] = [await ratingPolicyOf(db), await ratedGames(db, at, { unrated: true })];
  const changes = games.flatMap((game) => changeOf(game, game.result.policy ?? policy));
  const teamOf = new Map(games.map((game) => [game.teamId, game]));
  const counts = new Map<string, number>();
  for (const { teamId } of changes) counts.set(teamId, (counts.get(teamId) ?? 0) + 1);
  const teams = [...counts].flatMap(([teamId, count]) => {
    const team = teamOf.get(teamId);
    return team ? [{ teamId, name: team.team_name, status: team.team_status, games: count }] : [];
  });
  return {
    games: games.length,
    changes,
    teams: teams.sort((a, b) => a.name.localeCompare(b.name)),
    version: createHash("sha256")
      .update(JSON.stringify([changes, outdated]))
      .digest("base64url")
      .slice(0, 22),
  };
}

function changeOf(
  { id, teamId, manager, coach, result: before }: RatedResult,
  policy: NonNullable<ResultChange["after"]["policy"]>,
): ResultChange[] {
  const { finalScore, agreement } = reconcile(policy, manager, coach);
  const after = { score: finalScore, agreement, policy: finalScore === null ? null : policy };
  return sameResult(before, after) ? [] : [{ gameId: id, teamId, before, after }];
}

/**
 * Stores what the ratings give, in the transaction of the caller, and has every row of the club's boards made anew.
 * @param wanted.version of the preview; another one is refused, because ratings or boards changed meanwhile
 */
export async function recalculateScores(
  tx: ClubTx,
  wanted: { version: string; outdated: readonly string[] },
  by: { adminId: string; reason: HelpReason },
  at: Date,
): Promise<{ ok: true; games: number; boards: number } | { ok: false; problem: "changed" }> {
  const { changes, version } = await recalculation(tx, wanted.outdated, at);
  const boards = wanted.outdated.length;
  if (changes.length === 0 && boards === 0) return { ok: true, games: 0, boards };
  if (version !== wanted.version) return { ok: false, problem: "changed" };
  const moment = at.toISOString();
  for (const { gameId, before, after } of changes)
    await tx
      .updateTable("games")
      .set((eb) => ({
        final_score: after.score,
        agreement: after.agreement,
        final_policy: after.policy,
        finalized_at:
          after.score === null ? null : before.score === after.score ? eb.ref("finalized_at") : moment,
        updated_at: moment,
      }))
      .where("id", "=", gameId)
      .execute();
  const { adminId, reason } = by;
  const detail = { reason, games: changes.length, boards };
  await recordEvent(
    tx,
    { kind: "leaderboard-entries" },
    { kind: "staff-act", act: "club.scores-recalculated", adminId, detail, at: moment },
  );
  return { ok: true, games: changes.length, boards };
}
