import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { isClosed } from "./earning.ts";
import { findProgram, hasEarned, type NotFound, type Program } from "./programs.server.ts";
import type { RewardColor, RewardFields } from "./rewards.ts";

export interface Reward extends RewardFields {
  id: string;
  programId: string;
  programName: string;
  isArchived: boolean;
  createdAt: string;
  lastTriggeredAt: string | null;
  earned: number;
}

const columns = [
  "r.id",
  "r.program_id",
  "r.title",
  "r.description",
  "r.type",
  "r.score_threshold",
  "r.game_count",
  "r.improvement_percent",
  "r.consecutive_games",
  "r.counts_after",
  "r.value_cents",
  "r.status",
  "r.color",
  "r.auto_trigger",
  "r.notification_enabled",
  "r.last_triggered_at",
  "r.created_at",
] as const;

/** Loads the club's rewards, archived ones last. */
export async function listRewards(db: ClubDb): Promise<Reward[]> {
  const rows = await db
    .selectFrom("rewards as r")
    .innerJoin("reward_programs as p", "p.id", "r.program_id")
    .select([...columns, "p.name as program_name"])
    .select(
      sql<number>`(select count(*) from earned_rewards e where e.reward_id = r.id
        and e.status <> 'taken-back')`.as("earned"),
    )
    .where("p.archived_at", "is", null)
    .orderBy(sql`r.status = 'archived'`)
    .orderBy("p.created_at", "desc")
    .orderBy("r.created_at")
    .orderBy("r.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    programId: row.program_id,
    programName: row.program_name,
    title: row.title,
    description: row.description,
    type: row.type,
    scoreThreshold: row.score_threshold,
    gameCount: row.game_count,
    improvementPercent: row.improvement_percent,
    consecutiveGames: row.consecutive_games,
    countsAfter: row.counts_after,
    valueCents: row.value_cents,
    isPaused: row.status === "paused",
    isArchived: row.status === "archived",
    color: row.color as RewardColor,
    autoTrigger: row.auto_trigger === 1,
    notificationEnabled: row.notification_enabled === 1,
    lastTriggeredAt: row.last_triggered_at,
    createdAt: row.created_at,
    earned: row.earned,
  }));
}

export const findReward = async (db: ClubDb, id: string): Promise<Reward | undefined> =>
  (await listRewards(db)).find((reward) => reward.id === id);

const rewardFields = (reward: RewardFields): RewardFields => ({
  title: reward.title,
  description: reward.description,
  type: reward.type,
  scoreThreshold: reward.scoreThreshold,
  gameCount: reward.gameCount,
  improvementPercent: reward.improvementPercent,
  consecutiveGames: reward.consecutiveGames,
  countsAfter: reward.countsAfter,
  valueCents: reward.valueCents,
  color: reward.color,
  isPaused: reward.isPaused,
  autoTrigger: reward.autoTrigger,
  notificationEnabled: reward.notificationEnabled,
});

/** Returns the version that its form carries (product/pages.md#forms). */
export const rewardVersion = (reward: Reward) => versionOf(rewardFields(reward));

const rewardRow = (fields: RewardFields) => ({
  title: fields.title,
  description: fields.description,
  type: fields.type,
  score_threshold: fields.scoreThreshold,
  game_count: fields.gameCount,
  improvement_percent: fields.improvementPercent,
  consecutive_games: fields.consecutiveGames,
  counts_after: fields.countsAfter,
  value_cents: fields.valueCents,
  status: fields.isPaused ? ("paused" as const) : ("active" as const),
  color: fields.color,
  auto_trigger: Number(fields.autoTrigger),
  notification_enabled: Number(fields.notificationEnabled),
});

type RewardProblem = { ok: false; problem: "no-program" | "needs-season" | "closed" | "over-budget" };

/**
 * Returns why a program cannot have such a reward: a season's end needs a season, and nothing costs more than the
 * budget.
 * @param newOn YYYY-MM-DD, of a new one: the program's games must still earn
 */
function rewardProblem(
  program: Program | undefined,
  fields: RewardFields,
  newOn?: string,
): RewardProblem | null {
  if (!program || program.archivedAt !== null) return { ok: false, problem: "no-program" };
  if (fields.type === "season_end" && program.endsOn === null) return { ok: false, problem: "needs-season" };
  if (newOn && program.endsOn !== null && fields.type !== "custom" && isClosed(program.endsOn, newOn))
    return { ok: false, problem: "closed" };
  if (fields.valueCents > program.budgetCents) return { ok: false, problem: "over-budget" };
  return null;
}

/** Creates a reward. The same form sent twice is one reward. @param key of the form, the reward's id */
export async function createReward(
  tx: ClubTx,
  programId: string,
  fields: RewardFields,
  key: string = newId(),
  at: Date = now(),
): Promise<{ ok: true; id: string } | RewardProblem> {
  if (await findReward(tx, key)) return { ok: true, id: key };
  const today = dateAt(at, await timezoneOf(tx));
  const problem = rewardProblem(await findProgram(tx, programId), fields, today);
  if (problem) return problem;
  const moment = at.toISOString();
  await tx
    .insertInto("rewards")
    .values({
      ...rewardRow(fields),
      ...{ id: key, program_id: programId, last_triggered_at: null, created_at: moment, updated_at: moment },
    })
    .execute();
  await recordAudit(tx, { kind: "rewards.reward-added", subject: key, at });
  return { ok: true, id: key };
}

/** Changes a reward; what was earned keeps its value and what it was earned by. */
export async function editReward(
  tx: ClubTx,
  id: string,
  fields: RewardFields,
  version: string,
  at: Date = now(),
): Promise<{ ok: true } | NotFound | RewardProblem | { ok: false; problem: "stale"; stored: Reward }> {
  const stored = await findReward(tx, id);
  if (!stored) return { ok: false, problem: "not-found" };
  if (!stored.isArchived && sameValues(rewardFields(stored), fields)) return { ok: true };
  if (rewardVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const problem = rewardProblem(await findProgram(tx, stored.programId), fields);
  if (problem) return problem;
  await tx
    .updateTable("rewards")
    .set({ ...rewardRow(fields), updated_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, { kind: "rewards.reward-changed", subject: id, at });
  return { ok: true };
}

export const rewardHasHistory = (db: ClubDb, id: string) => hasEarned(db, "reward_id", id);

/** Deletes a reward that was never earned; archives any other. */
export async function removeReward(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; title: string; archived: boolean } | NotFound> {
  const reward = await findReward(tx, id);
  if (!reward) return { ok: false, problem: "not-found" };
  const archived = await rewardHasHistory(tx, id);
  if (!archived) await tx.deleteFrom("rewards").where("id", "=", id).execute();
  else await tx.updateTable("rewards").set({ status: "archived" }).where("id", "=", id).execute();
  const kind = archived ? "rewards.reward-archived" : "rewards.reward-deleted";
  if (!reward.isArchived) await recordAudit(tx, { kind, subject: id, at });
  return { ok: true, title: reward.title, archived };
}
