import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { ClubDb, ClubTx, GamesTable, RatingPolicy } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { gameCounts, hasRating, withCurrentRatings } from "#app/domain/club/games/game-rules.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { isSealed } from "#app/domain/club/ratings/seal.server.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { formVersion, oneOf } from "#app/forms/fields.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { policyNames, ratingPolicies } from "./labels.ts";
import { changesScore, type ResultChange, recalculationPlan, type Scope, scopes } from "./recalculation.ts";

/** A policy that an administrator asks for, and the games that it is to hold for. */
export interface WantedPolicy {
  policy: RatingPolicy;
  scope: Scope;
}

/** The changes of the club's policy that its page lists. */
const CHANGES_SHOWN = 20;

/**
 * Previews the choice of a policy (product/ratings.md#changing-the-policy).
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
  await recordEvent(tx, ...teams.map((teamId) => ({ kind: "leaderboard-entry" as const, teamId })));
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

/**
 * Loads every rated game by time, with both current scores and its result; also those of archived and deleted teams.
 * @param unrated also games with a final score that no rating explains
 */
export async function ratedGames(db: ClubDb, at: Date, { unrated = false } = {}) {
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .$call(withCurrentRatings)
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "games.final_score", "games.agreement", "games.final_policy"])
    .select(["teams.name as team_name", "teams.status as team_status"])
    .select(["coach.score as coach", "manager.score as manager"])
    .select((eb) => [gameCounts(eb, at).as("counts"), isSealed(eb, at).as("sealed")])
    .where((eb) =>
      unrated ? eb.or([hasRating(eb), eb("games.final_score", "is not", null)]) : hasRating(eb),
    )
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

/** Loads the latest changes of the club's policy, newest first. */
export function policyChanges(db: ClubDb) {
  return db
    .selectFrom("policy_changes")
    .selectAll()
    .orderBy("changed_at", "desc")
    .orderBy("id")
    .limit(CHANGES_SHOWN)
    .execute();
}

/** Loads the results that a game had before changes of the policy, newest first. For administrators only. */
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

/** Query of a preview's address. */
export const wantedPolicySchema = z.object({
  policy: oneOf(ratingPolicies, "Choose a policy"),
  scope: oneOf(scopes, "Choose the games that it is to hold for"),
});

/** The confirmation: the version of the preview that was looked at. */
export const confirmPolicySchema = z.object({ version: formVersion() });

/**
 * Loads 'Final 20 by Fair Dual Scoring; until Sun, Nov 22, 2026 it was 10 by Coach Decides.': a game's result and those
 * before changes of the policy gave it another score, for administrators. null where there was none.
 */
export async function resultHistory(
  db: ClubDb,
  game: Pick<GamesTable, "id" | "final_score" | "final_policy">,
  timezone: string,
): Promise<string | null> {
  const earlier = (await earlierResults(db, game.id)).filter(
    (result) => result.old_score !== result.new_score,
  );
  if (earlier.length === 0) return null;
  const current = said(game.final_score, game.final_policy);
  const before = earlier.map(({ old_score, old_policy, changed_at }, index) => {
    const until = formatDate(dateAt(changed_at, timezone), "");
    return `${index === 0 ? "until" : "before that, until"} ${until} it was ${said(old_score, old_policy)}`;
  });
  return `${game.final_score === null ? "Now" : "Final"} ${current}; ${before.join("; ")}.`;
}

const said = (score: Score | null, policy: RatingPolicy | null) =>
  score === null || policy === null ? "pending" : `${score} by ${policyNames[policy]}`;
