import { sql } from "kysely";
import type { ClubDb, ClubTx, EarnedRewardsTable } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { isSealed } from "#app/domain/club/ratings/seal.server.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { addDays } from "#app/domain/values/days.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  AWARDED_BY_THEMSELVES,
  type Earning,
  type EarningGame,
  earningsOf,
  openGames,
  riseAfterZero,
} from "./earning.ts";
import { criteriaLabel } from "./labels.ts";
import { takesPart } from "./rewards.server.ts";
import { RECENT_SHOWN, type RewardRule } from "./rewards.ts";

/** A season's last results are open to everybody by then: a game may be sealed for 48 hours (product.md#blind). */
const SEASON_OPEN_DAYS = 4;
/** A program is looked at for this long after its last day; corrections come later than that only by hand. */
const CLOSED_AFTER_DAYS = 180;
/** A program without an end looks back this far. */
const LONGEST_DAYS = 366;
/** A program's rewards that wait or were taken back, on one page. */
export const EARNED_SHOWN = 100;

interface DueReward extends RewardRule {
  id: string;
  programId: string;
  title: string;
  valueCents: number;
  automatic: boolean;
  /** Whether it can be earned now: neither it nor its program rests. */
  earns: boolean;
  from: string;
  to: string | null;
}

/** What a look at the rewards would change. */
interface Settlement {
  earned: { reward: DueReward; teamId: string; earning: Earning; revives: string | null }[];
  takenBack: { id: string; rewardId: string; why: string }[];
  /** When to look again, because a sealed result opens or a season's results are all open. */
  next: Date | null;
}

type EarnedRow = Pick<
  EarnedRewardsTable,
  "id" | "reward_id" | "team_id" | "game_id" | "game_date" | "status"
>;

/** Whether `settleRewards` would change something, and when to look again, read without holding up writers. */
export async function rewardsToSettle(
  db: ClubDb,
  by: "itself" | "check",
  at: Date,
): Promise<{ changes: number; next: Date | null }> {
  const { earned, takenBack, next } = await settlementOf(db, by, at);
  return { changes: earned.length + takenBack.length, next };
}

/**
 * Looks for what teams have earned and for what they have no more, and writes it: each reward once for each team and
 * game, however often it runs (product.md#rewards). By itself it looks for automatic rewards only. Of those it awards
 * the first two of each team within the budget; what else is earned waits for an administrator.
 * @param by "check" for an administrator's look, which finds the others too
 */
export async function settleRewards(
  tx: ClubTx,
  by: "itself" | "check",
  at: Date = now(),
): Promise<{ ok: true; earned: number; takenBack: number }> {
  const { earned, takenBack } = await settlementOf(tx, by, at);
  for (const item of takenBack) await takeBack(tx, item, at);
  for (const item of earned) await addEarned(tx, item, at);
  return { ok: true, earned: earned.length, takenBack: takenBack.length };
}

async function settlementOf(db: ClubDb, by: "itself" | "check", at: Date): Promise<Settlement> {
  const settlement: Settlement = { earned: [], takenBack: [], next: null };
  const timezone = await timezoneOf(db);
  const today = dateAt(at, timezone);
  const rewards = await dueRewards(db, today, by);
  if (rewards.length === 0) return settlement;
  const rows = await earnedOf(db, rewards);
  const talks = rewards.some(({ countsAfter }) => countsAfter === "talk") ? await talksOf(db) : new Map();
  const later = (moment: Date) => {
    if (moment > at && (settlement.next === null || moment < settlement.next)) settlement.next = moment;
  };
  const programs = new Map(rewards.map((reward) => [reward.programId, reward]));
  for (const { programId, from, to } of programs.values()) {
    const games = await gamesOfProgram(db, { programId, from, to, timezone, at });
    for (const game of games) if (game.sealed) later(opensAt(game));
    const allOpenOn = to === null ? null : addDays(to, SEASON_OPEN_DAYS);
    const over = allOpenOn !== null && today >= allOpenOn;
    if (allOpenOn !== null && !over) later(new Date(momentOf(allOpenOn, null, timezone)));
    const teams = byTeam(games);
    for (const reward of rewards) {
      if (reward.programId !== programId) continue;
      const ofReward = rows.filter((row) => row.reward_id === reward.id);
      const earnings = new Map<string, readonly Earning[]>();
      for (const [teamId, all] of teams) {
        const kept = ofReward
          .filter((row) => row.team_id === teamId && row.status === "awarded")
          .map(({ game_id, game_date }) => ({ gameId: game_id, gameDate: game_date }));
        const past = { games: all, talks: talks.get(teamId) ?? [], kept, over };
        earnings.set(teamId, isOfMostImproved(reward) ? [] : earningsOf(reward, past));
      }
      if (isOfMostImproved(reward)) mostImproved(teams, ofReward, over, earnings);
      compare(settlement, reward, ofReward, earnings, teams);
    }
  }
  return settlement;
}

function byTeam<Game extends { teamId: string }>(games: readonly Game[]): Map<string, Game[]> {
  const teams = new Map<string, Game[]>();
  for (const game of games) {
    const own = teams.get(game.teamId);
    if (own) own.push(game);
    else teams.set(game.teamId, [game]);
  }
  return teams;
}

const isOfMostImproved = ({ type, countsAfter }: RewardRule) =>
  type === "season_end" && countsAfter === "zero";

/** The reward that goes to one team, or to several that rose as much; to none once somebody has it. */
function mostImproved(
  teams: ReadonlyMap<string, readonly EarningGame[]>,
  rows: readonly EarnedRow[],
  over: boolean,
  earnings: Map<string, readonly Earning[]>,
): void {
  if (rows.some(({ status }) => status === "awarded")) {
    // Another that rose as much still waits for its own.
    for (const { team_id, game_id, game_date, status } of rows)
      if (status === "pending" && game_id !== null)
        earnings.set(team_id, [{ gameId: game_id, date: game_date, score: 0 }]);
    return;
  }
  const rises = [...teams].flatMap(([teamId, games]) => {
    const rise = riseAfterZero({ games, talks: [], kept: [], over });
    return rise ? [{ teamId, ...rise }] : [];
  });
  const most = Math.max(0, ...rises.map(({ rise }) => rise));
  for (const { teamId, rise, ...earning } of rises) if (rise === most) earnings.set(teamId, [earning]);
}

/** What is earned and not stored, and what is stored as pending and not earned any more. */
function compare(
  { earned, takenBack }: Settlement,
  reward: DueReward,
  rows: readonly EarnedRow[],
  earnings: ReadonlyMap<string, readonly Earning[]>,
  teams: ReadonlyMap<string, readonly EarningGame[]>,
): void {
  for (const [teamId, all] of earnings) {
    for (const earning of reward.earns ? all : []) {
      const row = rows.find(({ team_id, game_id }) => team_id === teamId && game_id === earning.gameId);
      if (!row || row.status === "taken-back")
        earned.push({ reward, teamId, earning, revives: row?.id ?? null });
    }
  }
  for (const row of rows) {
    if (row.status !== "pending" || row.game_id === null) continue;
    const games = teams.get(row.team_id) ?? [];
    const still = earnings.get(row.team_id)?.some(({ gameId }) => gameId === row.game_id);
    const there = games.some(({ gameId }) => gameId === row.game_id);
    const waits = there && !openGames(games).some(({ gameId }) => gameId === row.game_id);
    if (!still && !waits) takenBack.push({ id: row.id, rewardId: reward.id, why: there ? "result" : "game" });
  }
}

/** The rewards that can be earned or taken back now. */
async function dueRewards(db: ClubDb, today: string, by: "itself" | "check"): Promise<DueReward[]> {
  const rows = await db
    .selectFrom("rewards as r")
    .innerJoin("reward_programs as p", "p.id", "r.program_id")
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .selectAll("r")
    .select(["p.is_active", "p.archived_at"])
    .select(sql<string>`coalesce(s.starts_on, p.starts_on)`.as("starts_on"))
    .select(sql<string | null>`case when s.id is null then p.ends_on else s.ends_on end`.as("ends_on"))
    .where("r.type", "<>", "custom")
    .orderBy("r.program_id")
    .orderBy("r.created_at")
    .orderBy("r.id")
    .execute();
  return rows
    .filter(
      ({ starts_on, ends_on }) =>
        starts_on <= today && (ends_on === null || addDays(ends_on, CLOSED_AFTER_DAYS) >= today),
    )
    .map((row) => ({
      id: row.id,
      programId: row.program_id,
      title: row.title,
      valueCents: row.value_cents,
      type: row.type,
      scoreThreshold: row.score_threshold,
      gameCount: row.game_count,
      improvementPercent: row.improvement_percent,
      consecutiveGames: row.consecutive_games,
      countsAfter: row.counts_after,
      automatic: row.auto_trigger === 1,
      earns:
        row.status === "active" &&
        row.is_active === 1 &&
        row.archived_at === null &&
        (by === "check" || row.auto_trigger === 1),
      from: row.ends_on === null ? latest(row.starts_on, addDays(today, -LONGEST_DAYS)) : row.starts_on,
      to: row.ends_on,
    }));
}

const latest = (one: string, other: string) => (one > other ? one : other);

const earnedOf = (db: ClubDb, rewards: readonly DueReward[]): Promise<EarnedRow[]> =>
  db
    .selectFrom("earned_rewards")
    .select(["id", "reward_id", "team_id", "game_id", "game_date", "status"])
    .where(
      "reward_id",
      "in",
      rewards.map(({ id }) => id),
    )
    .orderBy("game_date")
    .execute();

/** The days of the talks about incidents that were held, by team. */
async function talksOf(db: ClubDb): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("incident_talks")
    .innerJoin("incidents", "incidents.id", "incident_talks.incident_id")
    .innerJoin("games", "games.id", "incidents.game_id")
    .select(["games.team_id as teamId", "incident_talks.due_on as day"])
    .where("incident_talks.state", "=", "held")
    .execute();
  const talks = new Map<string, string[]>();
  for (const { teamId, day } of rows) talks.set(teamId, [...(talks.get(teamId) ?? []), day]);
  return talks;
}

/** The games in a program's days that count, of the teams that take part, each team's oldest first. */
async function gamesOfProgram(
  db: ClubDb,
  of: { programId: string; from: string; to: string | null; timezone: string; at: Date },
): Promise<(EarningGame & { teamId: string; starts_at: string; time: string | null })[]> {
  const { programId, from, to, timezone, at } = of;
  const rows = await db
    .selectFrom("games")
    .select(["games.id as gameId", "games.team_id as teamId", "games.date", "games.starts_at", "games.time"])
    .select("games.final_score as score")
    .select((game) => sql<number>`${isSealed(game, at)}`.as("sealed"))
    .where("games.starts_at", ">=", momentOf(from, null, timezone))
    .where("games.starts_at", "<", to === null ? "9999" : momentOf(addDays(to, 1), null, timezone))
    .where((game) => gameCounts(game, at))
    .where(
      sql<boolean>`games.team_id in (select t.id from reward_programs p left join seasons s on s.id = p.season_id
        join teams t on ${takesPart} where p.id = ${programId})`,
    )
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .execute();
  return rows.map(({ sealed, score, ...game }) => ({
    ...game,
    score: score as Score | null,
    sealed: sealed === 1,
  }));
}

async function addEarned(
  tx: ClubTx,
  { reward, teamId, earning, revives }: Settlement["earned"][number],
  at: Date,
): Promise<void> {
  const moment = at.toISOString();
  const facts = { game_date: earning.date, score: earning.score, criteria: criteriaLabel(reward) };
  let id = revives;
  if (id !== null) {
    await tx
      .updateTable("earned_rewards")
      .set({ ...facts, status: "pending", taken_back_at: null, taken_back_why: "" })
      .where("id", "=", id)
      .where("status", "=", "taken-back")
      .execute();
  } else {
    id = newId();
    const before = await tx
      .selectFrom("earned_rewards")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("reward_id", "=", reward.id)
      .where("team_id", "=", teamId)
      .where("status", "<>", "taken-back")
      .executeTakeFirstOrThrow();
    const atOnce =
      reward.automatic &&
      before.count < AWARDED_BY_THEMSELVES &&
      (await leftOf(tx, reward.programId)) >= reward.valueCents;
    await tx
      .insertInto("earned_rewards")
      .values({
        ...facts,
        ...{ id, reward_id: reward.id, program_id: reward.programId, team_id: teamId },
        ...{ game_id: earning.gameId, recipient: "", value_cents: reward.valueCents },
        ...{ status: atOnce ? "awarded" : "pending", earned_at: moment, awarded_at: atOnce ? moment : null },
        ...{ awarded_by_name: "", taken_back_at: null, taken_back_why: "", notified: "nobody" },
      })
      .execute();
  }
  await tx.updateTable("rewards").set({ last_triggered_at: moment }).where("id", "=", reward.id).execute();
  await recordAudit(tx, { kind: "rewards.earned", subject: teamId, detail: { reward: reward.id }, at });
}

async function takeBack(
  tx: ClubTx,
  { id, rewardId, why }: Settlement["takenBack"][number],
  at: Date,
): Promise<void> {
  const row = await tx
    .updateTable("earned_rewards")
    .set({ status: "taken-back", taken_back_at: at.toISOString(), taken_back_why: why })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returning("team_id")
    .executeTakeFirst();
  if (row)
    await recordAudit(tx, {
      kind: "rewards.taken-back",
      subject: row.team_id,
      detail: { reward: rewardId, why },
      at,
    });
}

/** What a program's budget has left, in cents. Asked for in the transaction that spends it. */
async function leftOf(tx: ClubDb, programId: string): Promise<number> {
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

export interface Earned {
  id: string;
  rewardId: string;
  title: string;
  color: string;
  programId: string;
  programName: string;
  teamId: string;
  teamName: string;
  gameId: string | null;
  /** Whether the game is still there. */
  gameThere: boolean;
  opponent: string;
  gameDate: string;
  score: number | null;
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

const earnedRewards = (db: ClubDb) =>
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
    .select(["e.taken_back_why as takenBackWhy", "e.notified"])
    .select(sql<string>`coalesce(g.opponent, '')`.as("opponent"))
    .select(sql<number>`g.id is not null`.as("gameThere"));

type EarnedFound = Omit<Earned, "gameThere"> & { gameThere: number };
const read = (row: EarnedFound): Earned => ({ ...row, gameThere: row.gameThere === 1 });

/** A reward that a team has earned, with its team, reward, program and game. */
export async function findEarned(db: ClubDb, id: string): Promise<Earned | undefined> {
  const row = await earnedRewards(db).where("e.id", "=", id).executeTakeFirst();
  return row && read(row);
}

/** What waits, what was awarded lately, or what was taken back, the latest first. */
export async function listEarned(
  db: ClubDb,
  status: EarnedRewardsTable["status"],
  most = EARNED_SHOWN,
): Promise<Earned[]> {
  const rows = await earnedRewards(db)
    .where("e.status", "=", status)
    .orderBy("e.earned_at", "desc")
    .orderBy("e.id")
    .limit(most)
    .execute();
  return rows.map(read);
}

/** The latest that were awarded. */
export const recentlyAwarded = (db: ClubDb) => listEarned(db, "awarded", RECENT_SHOWN);

type NotFound = { ok: false; problem: "not-found" };
type OverBudget = { ok: false; problem: "over-budget"; leftCents: number };

/** 'Mark as Awarded': within the budget, looked at in the same transaction. Again, it changes nothing. */
export async function markAwarded(
  tx: ClubTx,
  id: string,
  by: string,
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
    .set({ status: "awarded", awarded_at: at.toISOString(), awarded_by_name: by })
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
      ...{ status: byHand ? "taken-back" : "pending", awarded_at: null, awarded_by_name: "" },
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
  by: string,
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
      ...{ status: "awarded", earned_at: moment, awarded_at: moment, awarded_by_name: by },
      ...{ taken_back_at: null, taken_back_why: "", notified: "nobody" },
    })
    .execute();
  await tx.updateTable("rewards").set({ last_triggered_at: moment }).where("id", "=", rewardId).execute();
  await recordAudit(tx, { kind: "rewards.given", subject: gift.teamId, detail: { reward: rewardId }, at });
  return { ok: true, id: gift.key };
}

/** The active teams that take part in a program, by name. */
export const teamsOfProgram = (db: ClubDb, programId: string) =>
  db
    .selectFrom("teams as t")
    .innerJoin("reward_programs as p", (join) => join.on("p.id", "=", programId))
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .select(["t.id", "t.name", "t.age_group as ageGroup"])
    .where(takesPart)
    .orderBy("t.name")
    .execute();

/** An earned reward as notifications tell of it. */
export interface NotifiedReward
  extends Pick<
    Earned,
    "id" | "title" | "programName" | "teamId" | "teamName" | "recipient" | "criteria" | "status"
  > {
  /** It tells of a talk about an incident, which is for administrators only. */
  isPrivate: boolean;
}

/** Earned rewards of active teams, by id. */
export async function notifiedRewards(
  db: ClubDb,
  ids: readonly string[],
): Promise<Map<string, NotifiedReward>> {
  if (ids.length === 0) return new Map();
  const rows = await earnedRewards(db)
    .select("r.counts_after as countsAfter")
    .where("e.id", "in", [...new Set(ids)])
    .where("t.status", "=", "active")
    .execute();
  return new Map(
    rows.map(({ countsAfter, ...row }) => [row.id, { ...read(row), isPrivate: countsAfter === "talk" }]),
  );
}

/** A reward that is older than this when its notification is due notifies nobody. */
const LATE_DAYS = 9;
const NOTIFIED_AT_ONCE = 200;

/** The rewards that somebody is still to be notified of. */
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

/** What changed since each team's first awarded reward, in rated games; for administrators, who see sealed results. */
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
    .groupBy("f.team_id")
    .orderBy("teams.name")
    .execute();
  return rows.map(({ gamesBefore, pointsBefore, gamesAfter, pointsAfter, ...row }) => ({
    ...row,
    before: { games: gamesBefore, points: pointsBefore },
    after: { games: gamesAfter, points: pointsAfter },
  }));
}
