import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { now } from "#app/runtime/clock.server.ts";
import { leftOf } from "./earned.server.ts";
import { AWARDED_BY_THEMSELVES } from "./earning.ts";
import { setProgramActive } from "./programs.server.ts";
import type { Starting } from "./rewards.ts";
import { settlementOf, settleRewards } from "./settle-rewards.server.ts";

/** Rewards that a team would have from the past if a reward or a program started now. */
export interface StartedTeam {
  teamId: string;
  teamName: string;
  /** YYYY-MM-DD, of the games. */
  days: string[];
  awardedCents: number;
  awarded: number;
  waits: number;
}

/** The rewards that would be awarded, by team, and the money that would be left in the budgets. */
export interface StartPreview {
  teams: StartedTeam[];
  keys: Set<string>;
  leftCents: number;
}

/**
 * Previews the rewards that past games would earn from a reward, a program or a season's programs. Uses the order and
 * budgets of `settleRewards`, and skips rewards that an administrator checks by hand (product/rewards.md#rewards).
 */
export async function previewStart(db: ClubDb, starting: Starting, at: Date = now()): Promise<StartPreview> {
  const { earned } = await settlementOf(db, "itself", at, starting);
  const teams = new Map<string, StartedTeam>();
  const left = new Map<string, number>();
  const before = await countsOf(db, [...new Set(earned.map(({ reward }) => reward.id))]);
  for (const { reward, teamId, teamName, earning, revives } of earned) {
    const key = `${reward.id} ${teamId}`;
    const had = before.get(key) ?? 0;
    before.set(key, had + 1);
    const leftCents = left.get(reward.programId) ?? (await leftOf(db, reward.programId));
    const atOnce = revives === null && had < AWARDED_BY_THEMSELVES && leftCents >= reward.valueCents;
    left.set(reward.programId, leftCents - (atOnce ? reward.valueCents : 0));
    const team = teams.get(teamId) ?? {
      ...{ teamId, teamName, days: [], awardedCents: 0, awarded: 0, waits: 0 },
    };
    teams.set(teamId, team);
    team.days.push(earning.date);
    if (atOnce) {
      team.awarded += 1;
      team.awardedCents += reward.valueCents;
    } else team.waits += 1;
  }
  return {
    teams: sortByName([...teams.values()], ({ teamName }) => teamName),
    keys: new Set(earned.map(({ reward, teamId, earning }) => `${reward.id} ${teamId} ${earning.gameId}`)),
    leftCents: [...left.values()].reduce((sum, cents) => sum + cents, 0),
  };
}

/** Adds up the rewards of all teams in a preview. */
export function totalOf(teams: readonly StartedTeam[]): Omit<StartedTeam, "teamId" | "teamName" | "days"> {
  const sum = (of: "awarded" | "awardedCents" | "waits") =>
    teams.reduce((total, team) => total + team[of], 0);
  return { awarded: sum("awarded"), awardedCents: sum("awardedCents"), waits: sum("waits") };
}

/**
 * Makes a change and previews the rewards that past games earn because of it (product/rewards.md#rewards).
 * @returns the result of `change`, and the preview, or null if the change earns nothing more
 */
export async function previewOfChange<Result extends { ok: boolean }>(
  tx: ClubTx,
  starting: Starting,
  change: () => Promise<Result>,
  at: Date = now(),
): Promise<{ result: Result; preview: StartPreview | null }> {
  const earns = async () => ((await isRunning(tx, starting)) ? previewStart(tx, starting, at) : null);
  const before = await earns();
  const result = await change();
  const preview = result.ok ? await earns() : null;
  const isMore = preview !== null && [...preview.keys].some((key) => !before?.keys.has(key));
  return { result, preview: isMore ? preview : null };
}

/**
 * Changes a reward or a program; where games of the past would earn more by it at once, it rests until an administrator
 * has seen what it would award and starts it (product/rewards.md#rewards).
 * @returns what `change` returns, and whether it rests now
 */
export async function changeWithPreview<Result extends { ok: boolean }>(
  tx: ClubTx,
  starting: Starting,
  change: () => Promise<Result>,
  at: Date = now(),
): Promise<{ result: Result; asks: boolean }> {
  const { result, preview } = await previewOfChange(tx, starting, change, at);
  const asks = preview !== null;
  if (asks && "rewardId" in starting)
    await tx.updateTable("rewards").set({ status: "paused" }).where("id", "=", starting.rewardId).execute();
  else if (asks && "programId" in starting)
    await tx
      .updateTable("reward_programs")
      .set({ is_active: 0 })
      .where("id", "=", starting.programId)
      .execute();
  return { result, asks };
}

async function isRunning(db: ClubDb, starting: Starting): Promise<boolean> {
  // A season's preview includes running programs only.
  if ("seasonId" in starting) return true;
  const row = await db
    .selectFrom("reward_programs as p")
    .leftJoin("rewards as r", (join) =>
      join
        .onRef("r.program_id", "=", "p.id")
        .on("r.id", "=", "rewardId" in starting ? starting.rewardId : ""),
    )
    .select("p.id")
    .where("p.is_active", "=", 1)
    .where("p.archived_at", "is", null)
    .where((eb) =>
      "rewardId" in starting
        ? eb.and([eb("r.id", "is not", null), eb("r.status", "=", "active")])
        : eb("p.id", "=", starting.programId),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Starts a reward or a program and settles at once, so that what was previewed is what is awarded. One that runs
 * changes nothing.
 */
export async function startAwarding(
  tx: ClubTx,
  starting: Starting,
  at: Date = now(),
): Promise<{ ok: true; awarded: number; awardedCents: number; waits: number }> {
  if ("rewardId" in starting)
    await tx
      .updateTable("rewards")
      .set({ status: "active", updated_at: at.toISOString() })
      .where("id", "=", starting.rewardId)
      .where("status", "=", "paused")
      .execute();
  else if ("programId" in starting) await setProgramActive(tx, starting.programId, true, at);
  const { teams } = await previewStart(tx, starting, at);
  await settleRewards(tx, "itself", at);
  return { ok: true, ...totalOf(teams) };
}

/** Counts each team's rewards, by both ids. */
async function countsOf(db: ClubDb, rewardIds: readonly string[]): Promise<Map<string, number>> {
  if (rewardIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("earned_rewards")
    .select(["reward_id", "team_id"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("reward_id", "in", rewardIds)
    .where("status", "<>", "taken-back")
    .groupBy(["reward_id", "team_id"])
    .execute();
  return new Map(rows.map(({ reward_id, team_id, count }) => [`${reward_id} ${team_id}`, count]));
}
