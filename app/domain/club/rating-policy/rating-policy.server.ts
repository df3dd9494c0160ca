import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ClubDb, ClubTx, RatingPolicy } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { gameCounts, hasRating } from "#app/domain/club/games/game-rules.server.ts";
import { isSealed } from "#app/domain/club/ratings/seal.server.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { changesScore, type ResultChange, recalculationPlan, type Scope } from "./recalculation.ts";

/** A policy that an administrator asks for, and the games that it is to hold for. */
export interface WantedPolicy {
  policy: RatingPolicy;
  scope: Scope;
}

/** The changes of the club's policy that its page lists. */
const CHANGES_SHOWN = 20;

/**
 * What choosing a policy would do, without doing it (product.md#changing-the-policy).
 * @returns `version`: a fingerprint of the changes, which the confirmation carries
 */
export async function previewPolicy(db: ClubDb, wanted: WantedPolicy, at: Date) {
  const [inForce, games] = [await ratingPolicyOf(db), await ratedGames(db, at)];
  const changes = recalculationPlan(games, wanted.policy, wanted.scope);
  return { inForce, games, changes, version: planVersion(inForce, wanted, changes) };
}

/**
 * Changes the club's rating policy and makes anew the results that it holds for, in the transaction of the caller.
 * The results before are kept. The same form again changes nothing.
 * @param wanted.version of the preview; another one is refused, because ratings or the policy changed meanwhile
 */
export async function changePolicy(
  tx: ClubTx,
  wanted: WantedPolicy & { version: string },
  by: { accountId: string; name: string },
  at: Date,
): Promise<{ ok: true; scores: number } | { ok: false; problem: "stale"; version: string }> {
  const { inForce, changes, version } = await previewPolicy(tx, wanted, at);
  if (inForce === wanted.policy && changes.length === 0) return { ok: true, scores: 0 };
  if (version !== wanted.version) return { ok: false, problem: "stale", version };
  const changeId = newId();
  const scores = changes.filter(changesScore);
  const changed_at = at.toISOString();
  await tx.updateTable("club").set({ rating_policy: wanted.policy }).execute();
  await tx
    .insertInto("policy_changes")
    .values({
      id: changeId,
      from_policy: inForce,
      to_policy: wanted.policy,
      scope: wanted.scope,
      games: changes.length,
      scores: scores.length,
      changed_by: by.accountId,
      changed_by_name: by.name,
      changed_at,
    })
    .execute();
  await insertRows(
    tx,
    "result_changes",
    changes.map(({ gameId, before, after }) => ({
      game_id: gameId,
      change_id: changeId,
      old_score: before.score,
      old_agreement: before.agreement,
      old_policy: before.policy,
      new_score: after.score,
      new_agreement: after.agreement,
      new_policy: after.policy,
    })),
  );
  await applyChange(tx, changeId, changed_at);
  const detail = { from: inForce, to: wanted.policy, scores: scores.length };
  await recordAudit(tx, { kind: "settings.rating-policy-changed", detail, at });
  const teams = [...new Set(scores.map(({ teamId }) => teamId))];
  await recordEvent(tx, ...teams.map((teamId) => ({ kind: "standing" as const, teamId })));
  return { ok: true, scores: scores.length };
}

/** Gives every game of a change its new result, in one statement. */
async function applyChange(tx: ClubTx, changeId: string, at: string): Promise<void> {
  await tx
    .updateTable("games")
    .from("result_changes as change")
    .set((eb) => ({
      final_score: eb.ref("change.new_score"),
      agreement: eb.ref("change.new_agreement"),
      final_policy: eb.ref("change.new_policy"),
      finalized_at: sql<string | null>`case when change.new_score is null then null
        when change.old_score is null then ${at} else games.finalized_at end`,
      updated_at: at,
    }))
    .where("change.change_id", "=", changeId)
    .whereRef("games.id", "=", "change.game_id")
    .execute();
}

/** Every rated game by time, with both current scores and its result; also those of archived and deleted teams. */
async function ratedGames(db: ClubDb, at: Date) {
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
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
    )
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "games.final_score", "games.agreement", "games.final_policy"])
    .select(["teams.name as team_name", "teams.status as team_status"])
    .select(["coach.score as coach", "manager.score as manager"])
    .select((eb) => [gameCounts(eb, at).as("counts"), isSealed(eb, at).as("sealed")])
    .where((eb) => hasRating(eb))
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id")
    .execute();
  return rows.map(({ final_score: score, agreement, final_policy: policy, counts, sealed, ...game }) => ({
    ...game,
    teamId: game.team_id,
    counts: Boolean(counts),
    sealed: Boolean(sealed),
    result: { score, agreement, policy },
  }));
}

/** A game of a preview, with what its line says. */
export type PreviewedGame = Awaited<ReturnType<typeof ratedGames>>[number];

function planVersion(inForce: RatingPolicy, wanted: WantedPolicy, changes: readonly ResultChange[]): string {
  const { policy, scope } = wanted;
  const plan = JSON.stringify([inForce, policy, scope, changes]);
  return createHash("sha256").update(plan).digest("base64url").slice(0, 22);
}

export type StoredPolicyChange = Awaited<ReturnType<typeof policyChanges>>[number];

/** The latest changes of the club's policy, newest first. */
export function policyChanges(db: ClubDb) {
  return db
    .selectFrom("policy_changes")
    .selectAll()
    .orderBy("changed_at", "desc")
    .orderBy("id")
    .limit(CHANGES_SHOWN)
    .execute();
}

/** The results that a game had before changes of the policy, newest first. For administrators only. */
export function earlierResults(db: ClubDb, gameId: string) {
  return db
    .selectFrom("result_changes")
    .innerJoin("policy_changes", "policy_changes.id", "result_changes.change_id")
    .select(["old_score", "old_policy", "new_score", "new_policy", "policy_changes.changed_at"])
    .where("game_id", "=", gameId)
    .orderBy("policy_changes.changed_at", "desc")
    .orderBy("policy_changes.id")
    .execute();
}
