import { sql } from "kysely";
import type { ClubDb, ClubTx, EarnedRewardsTable, TeamsTable } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { awardsNow, type EarnedResult, readRule } from "./award-now.server.ts";
import { awardNowLabel } from "./award-now.ts";
import { LONGEST_DAYS } from "./earning.ts";
import { takesPart } from "./programs.server.ts";
import { RECENT_SHOWN, type RewardRule, usualCriteria } from "./rewards.ts";

/** Most pending rewards on a page. */
export const EARNED_SHOWN = 100;

/** Returns what a program's budget has left, in cents. Ask in the transaction that spends it. */
export async function leftOf(tx: ClubDb, programId: string): Promise<number> {
  const row = await tx
    .selectFrom("reward_programs")
    .select("budget_cents")
    .select(
      sql<number>`(select coalesce(sum(value_cents), 0) from earned_rewards
        where program_id = reward_programs.id and status = 'awarded')`.as("spent"),
    )
    .where("id", "=", programId)
    .executeTakeFirstOrThrow();
  return row.budget_cents - row.spent;
}

export interface Earned extends EarnedResult {
  rewardId: string;
  title: string;
  color: string;
  programName: string;
  teamName: string;
  teamStatus: TeamsTable["status"];
  /** False if the game is deleted. */
  gameThere: boolean;
  opponent: string;
  criteria: string;
  recipient: string;
  valueCents: number;
  status: EarnedRewardsTable["status"];
  earnedAt: string;
  awardedAt: string | null;
  awardedByName: string;
  takenBackAt: string | null;
  takenBackWhy: string;
  notified: EarnedRewardsTable["notified"];
}

/** Selects earned rewards with their reward, program, team and game. */
export const earnedRewards = (db: ClubDb) =>
  db
    .selectFrom("earned_rewards as e")
    .innerJoin("rewards as r", "r.id", "e.reward_id")
    .innerJoin("reward_programs as p", "p.id", "e.program_id")
    .innerJoin("teams as t", "t.id", "e.team_id")
    .leftJoin("games as g", "g.id", "e.game_id")
    .select(["e.id", "e.reward_id as rewardId", "r.title", "r.color", "e.program_id as programId"])
    .select(["p.name as programName", "e.team_id as teamId", "t.name as teamName", "e.game_id as gameId"])
    .select([
      "e.game_date as gameDate",
      "e.score",
      "e.criteria",
      "e.recipient",
      "e.value_cents as valueCents",
    ])
    .select(["e.status", "e.earned_at as earnedAt", "e.awarded_at as awardedAt"])
    .select(["e.awarded_by_name as awardedByName", "e.taken_back_at as takenBackAt"])
    .select(["e.taken_back_why as takenBackWhy", "e.notified", "e.rule", "t.status as teamStatus"])
    .select(sql<string>`coalesce(g.opponent, '')`.as("opponent"))
    .select(sql<number>`g.id is not null`.as("gameThere"));

/** Orders rewards that one look found: the newest game first, then by team and title, the same on both engines. */
export const foundTogether = (rows: ReturnType<typeof earnedRewards>) =>
  rows.orderBy("e.game_date", "desc").orderBy("t.name_key").orderBy("r.title").orderBy("e.id");

type EarnedFound = Omit<Earned, "gameThere" | "rule"> & { gameThere: number; rule: string };
/** Turns a row of `earnedRewards` into an earned reward. */
export const readEarned = (row: EarnedFound): Earned => ({
  ...row,
  gameThere: row.gameThere === 1,
  rule: readRule(row.rule),
});

/** Loads a reward that a team has earned, with its team, reward, program and game. */
export async function findEarned(db: ClubDb, id: string): Promise<Earned | undefined> {
  const row = await earnedRewards(db).where("e.id", "=", id).executeTakeFirst();
  return row && readEarned(row);
}

/** Loads the latest earned rewards with this status, newest first. */
export async function listEarned(
  db: ClubDb,
  status: EarnedRewardsTable["status"],
  most = EARNED_SHOWN,
): Promise<Earned[]> {
  const rows = await earnedRewards(db)
    .where("e.status", "=", status)
    .orderBy("e.earned_at", "desc")
    .$call(foundTogether)
    .limit(most)
    .execute();
  return rows.map(readEarned);
}

/** Loads the latest that were awarded. */
export const recentlyAwarded = (db: ClubDb) => listEarned(db, "awarded", RECENT_SHOWN);

/** Person who awards. */
type Giver = { name: string; accountId: string };

type NotFound = { ok: false; problem: "not-found" };
type OverBudget = { ok: false; problem: "over-budget"; leftCents: number };

/** Marks a reward as awarded within the budget, which is checked in the same transaction. Idempotent. */
export async function markAwarded(
  tx: ClubTx,
  id: string,
  by: Giver,
  at: Date = now(),
): Promise<{ ok: true; earned: Earned } | NotFound | OverBudget | { ok: false; problem: "taken-back" }> {
  const earned = await findEarned(tx, id);
  if (!earned) return { ok: false, problem: "not-found" };
  if (earned.status === "awarded") return { ok: true, earned };
  if (earned.status === "taken-back") return { ok: false, problem: "taken-back" };
  const leftCents = await leftOf(tx, earned.programId);
  if (leftCents < earned.valueCents) return { ok: false, problem: "over-budget", leftCents };
  await tx
    .updateTable("earned_rewards")
    .set({
      ...{ status: "awarded", awarded_at: at.toISOString() },
      ...{ awarded_by_name: by.name, awarded_by: by.accountId || null },
    })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    kind: "rewards.awarded",
    subject: earned.teamId,
    detail: { reward: earned.rewardId },
    at,
  });
  return { ok: true, earned };
}

/** Undoes 'Mark as Awarded': it waits again; what was given by hand is taken back. Again, it changes nothing. */
export async function undoAwarded(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; earned: Earned } | NotFound> {
  const earned = await findEarned(tx, id);
  if (!earned) return { ok: false, problem: "not-found" };
  if (earned.status !== "awarded") return { ok: true, earned };
  const byHand = earned.gameId === null;
  await tx
    .updateTable("earned_rewards")
    .set({
      ...{ status: byHand ? "taken-back" : "pending", awarded_at: null },
      ...{ awarded_by_name: "", awarded_by: null, change_notified_at: null },
      ...(byHand ? { taken_back_at: at.toISOString(), taken_back_why: "hand" } : {}),
    })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    kind: "rewards.award-undone",
    subject: earned.teamId,
    detail: { reward: earned.rewardId },
    at,
  });
  return { ok: true, earned };
}

/**
 * Gives a reward by hand, within the budget. The same form sent twice gives it once.
 * @param gift its `key` is the form's, and becomes the id
 */
export async function giveReward(
  tx: ClubTx,
  rewardId: string,
  gift: { key: string; teamId: string; recipient: string; why: string },
  by: Giver,
  at: Date = now(),
): Promise<{ ok: true; id: string } | NotFound | OverBudget | { ok: false; problem: "no-team" | "rests" }> {
  if (await findEarned(tx, gift.key)) return { ok: true, id: gift.key };
  const reward = await tx
    .selectFrom("rewards as r")
    .innerJoin("reward_programs as p", "p.id", "r.program_id")
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .select(["r.status", "r.value_cents", "r.program_id", "p.is_active", "p.archived_at"])
    .select(
      sql<number>`exists (select 1 from teams t where t.id = ${gift.teamId} and ${takesPart})`.as(
        "takesPart",
      ),
    )
    .where("r.id", "=", rewardId)
    .executeTakeFirst();
  if (!reward) return { ok: false, problem: "not-found" };
  if (reward.status !== "active" || reward.is_active === 0 || reward.archived_at !== null)
    return { ok: false, problem: "rests" };
  if (!reward.takesPart) return { ok: false, problem: "no-team" };
  const leftCents = await leftOf(tx, reward.program_id);
  if (leftCents < reward.value_cents) return { ok: false, problem: "over-budget", leftCents };
  const moment = at.toISOString();
  await tx
    .insertInto("earned_rewards")
    .values({
      ...{ id: gift.key, reward_id: rewardId, program_id: reward.program_id, team_id: gift.teamId },
      ...{ game_id: null, game_date: dateAt(at, await timezoneOf(tx)), score: null },
      ...{ criteria: gift.why, recipient: gift.recipient, value_cents: reward.value_cents },
      ...{ status: "awarded", earned_at: moment, awarded_at: moment },
      ...{ awarded_by_name: by.name, awarded_by: by.accountId || null },
      rule: JSON.stringify({ ...usualCriteria, type: "custom" } satisfies RewardRule),
      ...{ taken_back_at: null, taken_back_why: "", notified: "nobody" },
    })
    .execute();
  await tx.updateTable("rewards").set({ last_triggered_at: moment }).where("id", "=", rewardId).execute();
  await recordAudit(tx, { kind: "rewards.given", subject: gift.teamId, detail: { reward: rewardId }, at });
  return { ok: true, id: gift.key };
}

/** Loads the active teams that take part in a program, by name. */
export async function teamsOfProgram(db: ClubDb, programId: string) {
  const rows = await db
    .selectFrom("teams as t")
    .innerJoin("reward_programs as p", (join) => join.on("p.id", "=", programId))
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .select(["t.id", "t.name", "t.age_group as ageGroup"])
    .where(takesPart)
    .execute();
  return sortByName(rows, ({ name }) => name);
}

/** An earned reward as notifications tell of it. */
export interface NotifiedReward
  extends Pick<
    Earned,
    | "id"
    | "title"
    | "programName"
    | "teamId"
    | "teamName"
    | "recipient"
    | "criteria"
    | "status"
    | "valueCents"
    | "teamStatus"
  > {
  /** Change of its result since; '' for none. */
  changed: string;
  /** False if the games no longer earn it, for example after a correction. */
  holds: boolean;
  /** True if it reveals a talk about an incident, so that only administrators may see it. */
  isPrivate: boolean;
}

/** Loads earned rewards of teams that are not deleted, by id, with what changed since. */
export async function notifiedRewards(
  db: ClubDb,
  ids: readonly string[],
  { timezone, at }: { timezone: string; at: Date },
): Promise<Map<string, NotifiedReward>> {
  if (ids.length === 0) return new Map();
  const rows = await earnedRewards(db)
    .select("r.counts_after as countsAfter")
    .where("e.id", "in", [...new Set(ids)])
    .where("t.status", "<>", "deleted")
    .execute();
  const found = rows.map(({ countsAfter, ...row }) => ({
    ...readEarned(row),
    isPrivate: countsAfter === "talk" || readRule(row.rule).countsAfter === "talk",
  }));
  const results = await awardsNow(db, found, at);
  const dayOf = (moment: string) => formatDate(dateAt(moment, timezone), dateAt(at, timezone));
  return new Map(
    found.map((earned) => {
      const result = results.get(earned.id);
      const changed = awardNowLabel(result ?? null, dayOf);
      return [earned.id, { ...earned, changed, holds: result?.holds !== false }];
    }),
  );
}

/** Days after which a reward causes no notification. */
const LATE_DAYS = 9;
const NOTIFIED_AT_ONCE = 2_000;

/** Loads the rewards that somebody is still to be notified of. */
export async function rewardsToNotify(db: ClubDb, at: Date) {
  const since = new Date(at.getTime() - LATE_DAYS * DAY_MS).toISOString();
  const rows = await db
    .selectFrom("earned_rewards as e")
    .innerJoin("rewards as r", "r.id", "e.reward_id")
    .select(["e.id", "e.reward_id as rewardId", "e.team_id as teamId", "e.game_id as gameId", "e.status"])
    .select(["e.awarded_by_name as awardedByName", "r.type"])
    .where("e.notified", "<>", "everybody")
    .where("r.notification_enabled", "=", 1)
    .where("e.earned_at", ">", since)
    .where((eb) =>
      eb.or([
        eb("e.status", "=", "awarded"),
        eb.and([eb("e.status", "=", "pending"), eb("e.notified", "=", "nobody")]),
      ]),
    )
    .orderBy("e.earned_at")
    .limit(NOTIFIED_AT_ONCE)
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, status: status as "pending" | "awarded" }));
}

/** An award whose games do not say any more what it was given for. */
export interface ChangedAward {
  id: string;
  teamId: string;
  awardedBy: string | null;
}

/** Lists awards of the last year whose result changed without a notification so far. */
export async function changedAwards(db: ClubDb, at: Date): Promise<ChangedAward[]> {
  const rows = await db
    .selectFrom("earned_rewards")
    .select(["id", "program_id as programId", "team_id as teamId", "game_id as gameId"])
    .select(["game_date as gameDate", "score", "rule", "awarded_by as awardedBy"])
    .where("status", "=", "awarded")
    .where("change_notified_at", "is", null)
    .where("awarded_at", ">", new Date(at.getTime() - LONGEST_DAYS * DAY_MS).toISOString())
    .where("game_id", "is not", null)
    .execute();
  const found = rows.map((row) => ({ ...row, rule: readRule(row.rule) }));
  const results = await awardsNow(db, found, at);
  return found.filter(({ id }) => results.get(id)?.holds === false);
}

/** Records that the change of awards was notified, so that it happens once. */
export async function noteChangeNotified(tx: ClubTx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable("earned_rewards")
    .set({ change_notified_at: at.toISOString() })
    .where("id", "in", ids)
    .execute();
}

/** Notes who was notified, so that they are notified once. */
export async function noteRewardNotified(
  tx: ClubTx,
  id: string,
  notified: Exclude<EarnedRewardsTable["notified"], "nobody">,
): Promise<void> {
  await tx.updateTable("earned_rewards").set({ notified }).where("id", "=", id).execute();
}

/** Games of a team before and after its first reward, a year each way at most. */
export interface SinceReward {
  teamId: string;
  teamName: string;
  awards: number;
  /** The moment of the first. */
  since: string;
  before: { games: number; points: number };
  after: { games: number; points: number };
}

/**
 * Compares rated games before and after each team's first awarded reward; for administrators, who see sealed results.
 */
export async function sinceRewards(db: ClubDb, at: Date): Promise<SinceReward[]> {
  const first = db
    .selectFrom("earned_rewards")
    .select(["team_id"])
    .select((eb) => [eb.fn.min<string>("awarded_at").as("since"), eb.fn.countAll<number>().as("awards")])
    .where("status", "=", "awarded")
    .groupBy("team_id");
  const from = new Date(at.getTime() - LONGEST_DAYS * DAY_MS).toISOString();
  const rows = await db
    .selectFrom(first.as("f"))
    .innerJoin("teams", "teams.id", "f.team_id")
    .innerJoin("games", "games.team_id", "f.team_id")
    .select(["f.team_id as teamId", "teams.name as teamName", "f.since", "f.awards"])
    .select([
      sql<number>`count(*) filter (where games.starts_at < f.since)`.as("gamesBefore"),
      sql<number>`coalesce(sum(games.final_score) filter (where games.starts_at < f.since), 0)`.as(
        "pointsBefore",
      ),
      sql<number>`count(*) filter (where games.starts_at >= f.since)`.as("gamesAfter"),
      sql<number>`coalesce(sum(games.final_score) filter (where games.starts_at >= f.since), 0)`.as(
        "pointsAfter",
      ),
    ])
    .where("teams.status", "<>", "deleted")
    .where("games.starts_at", ">", from)
    .where("games.final_score", "is not", null)
    .where((game) => gameCounts(game as never, at) as never)
    .groupBy(["f.team_id", "teams.name", "f.since", "f.awards"])
    .orderBy("teams.name")
    .execute();
  return rows.map(({ gamesBefore, pointsBefore, gamesAfter, pointsAfter, ...row }) => ({
    ...row,
    before: { games: gamesBefore, points: pointsBefore },
    after: { games: gamesAfter, points: pointsAfter },
  }));
}
