import { sql } from "kysely";
import type { ClubDb, ClubTx, EarnedRewardsTable } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { gameCounts } from "#app/domain/club/games/game-rules.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { isSealed } from "#app/domain/club/ratings/seal.server.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { addDays } from "#app/domain/values/days.ts";
import { compareNames } from "#app/domain/values/names.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { leftOf } from "./earned.server.ts";
import {
  AWARDED_BY_THEMSELVES,
  type Earning,
  type EarningGame,
  earningsOf,
  isClosed,
  isOfMostImproved,
  LONGEST_DAYS,
  openGames,
  riseAfterZero,
} from "./earning.ts";
import { criteriaLabel } from "./labels.ts";
import { countsFrom, takesPart } from "./programs.server.ts";
import type { RewardRule, Starting } from "./rewards.ts";

/**
 * Days after which a season's last results are open to everybody: a game may be sealed for 48 hours
 * (product/ratings.md#blind).
 */
const SEASON_OPEN_DAYS = 4;

interface DueReward extends RewardRule {
  id: string;
  programId: string;
  title: string;
  valueCents: number;
  automatic: boolean;
  /** True if it can be earned now: both it and its program are active. */
  earns: boolean;
  from: string;
  to: string | null;
}

/** Changes that a look at the rewards would make. */
interface Settlement {
  /** Earnings in the order in which a short budget pays: by the day earned, the time of the rating, the team's name. */
  earned: Found[];
  takenBack: { id: string; rewardId: string; why: string }[];
  /** Time of the next look, because a sealed result opens or a season's results are all open. */
  next: Date | null;
}

interface Found {
  reward: DueReward;
  teamId: string;
  teamName: string;
  earning: Earning;
  /** Time of its game's result. */
  ratedAt: string;
  revives: string | null;
}

type EarnedRow = Pick<
  EarnedRewardsTable,
  "id" | "reward_id" | "team_id" | "game_id" | "game_date" | "status"
> & { takes_part: number };

/** A game with what decides whose reward a short budget pays first. */
type PlayedGame = EarningGame & { teamId: string; teamName: string; finalizedAt: string | null };

/** Tells whether `settleRewards` would change something, and when to look again, without blocking writers. */
export async function rewardsToSettle(
  db: ClubDb,
  by: "itself" | "check",
  at: Date,
): Promise<{ changes: number; next: Date | null }> {
  const { earned, takenBack, next } = await settlementOf(db, by, at);
  return { changes: earned.length + takenBack.length, next };
}

/**
 * Finds what teams have earned, or earned no longer, and stores it: each reward once for each team and game, however
 * often it runs (product/rewards.md#rewards). Without an administrator it looks for automatic rewards only, and awards
 * the first two of each team within the budget; the others are pending for an administrator.
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

/**
 * Finds what a look would change, without writing it.
 * @param starting what is looked at as if it ran
 */
export async function settlementOf(
  db: ClubDb,
  by: "itself" | "check",
  at: Date,
  starting?: Starting,
): Promise<Settlement> {
  const settlement: Settlement = { earned: [], takenBack: [], next: null };
  const timezone = await timezoneOf(db);
  const today = dateAt(at, timezone);
  const rewards = await dueRewards(db, today, by, starting);
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
  settlement.earned.sort(firstPaid);
  return settlement;
}

/** Orders what a short budget pays first (product/rewards.md#rewards). */
const firstPaid = (one: Found, other: Found) =>
  compareText(one.earning.date, other.earning.date) ||
  compareText(one.ratedAt, other.ratedAt) ||
  compareNames(one.teamName, other.teamName) ||
  one.reward.valueCents - other.reward.valueCents;

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

function byTeam<Game extends { teamId: string }>(games: readonly Game[]): Map<string, Game[]> {
  const teams = new Map<string, Game[]>();
  for (const game of games) {
    const own = teams.get(game.teamId);
    if (own) own.push(game);
    else teams.set(game.teamId, [game]);
  }
  return teams;
}

/** Returns the reward that goes to one team, or to several that rose as much; to none once somebody has it. */
function mostImproved(
  teams: ReadonlyMap<string, readonly EarningGame[]>,
  rows: readonly EarnedRow[],
  over: boolean,
  earnings: Map<string, readonly Earning[]>,
): void {
  if (rows.some(({ status }) => status === "awarded")) {
    // Another that rose as much has yet to get its own.
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

/** Returns earned rewards that are not stored, and pending ones that are not earned any more. */
function compare(
  { earned, takenBack }: Settlement,
  reward: DueReward,
  rows: readonly EarnedRow[],
  earnings: ReadonlyMap<string, readonly Earning[]>,
  teams: ReadonlyMap<string, readonly PlayedGame[]>,
): void {
  const stored = new Map(rows.map((row) => [`${row.team_id} ${row.game_id}`, row]));
  for (const [teamId, all] of earnings) {
    for (const earning of reward.earns ? all : []) {
      const row = stored.get(`${teamId} ${earning.gameId}`);
      if (row && row.status !== "taken-back") continue;
      const game = teams.get(teamId)?.find(({ gameId }) => gameId === earning.gameId);
      earned.push({
        ...{ reward, teamId, earning, revives: row?.id ?? null },
        ...{ teamName: game?.teamName ?? "", ratedAt: game?.finalizedAt ?? "" },
      });
    }
  }
  for (const row of rows) {
    if (row.status !== "pending" || row.game_id === null) continue;
    const games = teams.get(row.team_id) ?? [];
    const still = earnings.get(row.team_id)?.some(({ gameId }) => gameId === row.game_id);
    const there = games.some(({ gameId }) => gameId === row.game_id);
    const waits = there && !openGames(games).some(({ gameId }) => gameId === row.game_id);
    const why = row.takes_part === 0 ? "team" : there ? "result" : "game";
    if (!still && !waits) takenBack.push({ id: row.id, rewardId: reward.id, why });
  }
}

/** Loads the rewards that can be earned or taken back now. */
async function dueRewards(
  db: ClubDb,
  today: string,
  by: "itself" | "check",
  starting: Starting | undefined,
): Promise<DueReward[]> {
  const asked = (row: { id: string; program_id: string; season_id: string | null }) => {
    if (starting === undefined) return true;
    if ("seasonId" in starting) return starting.seasonId === row.season_id;
    return "rewardId" in starting ? starting.rewardId === row.id : starting.programId === row.program_id;
  };
  const rows = await db
    .selectFrom("rewards as r")
    .innerJoin("reward_programs as p", "p.id", "r.program_id")
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .selectAll("r")
    .select(["p.is_active", "p.archived_at", "p.season_id"])
    .select(countsFrom.as("starts_on"))
    .select(sql<string | null>`case when s.id is null then p.ends_on else s.ends_on end`.as("ends_on"))
    .where("r.type", "<>", "custom")
    .orderBy("r.program_id")
    .orderBy("r.created_at")
    .orderBy("r.id")
    .execute();
  return rows
    .filter(
      (row) =>
        asked(row) && row.starts_on <= today && (row.ends_on === null || !isClosed(row.ends_on, today)),
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
        (row.status === "active" || (starting !== undefined && "rewardId" in starting)) &&
        (row.is_active === 1 || (starting !== undefined && "programId" in starting)) &&
        row.archived_at === null &&
        (by === "check" || row.auto_trigger === 1),
      from: row.ends_on === null ? latest(row.starts_on, addDays(today, -LONGEST_DAYS)) : row.starts_on,
      to: row.ends_on,
    }));
}

/** Picks the rule that an award keeps of its reward. */
const ruleOf = (reward: RewardRule): RewardRule => ({
  type: reward.type,
  scoreThreshold: reward.scoreThreshold,
  gameCount: reward.gameCount,
  improvementPercent: reward.improvementPercent,
  consecutiveGames: reward.consecutiveGames,
  countsAfter: reward.countsAfter,
});

const latest = (one: string, other: string) => (one > other ? one : other);

const earnedOf = (db: ClubDb, rewards: readonly DueReward[]): Promise<EarnedRow[]> =>
  db
    .selectFrom("earned_rewards as e")
    .innerJoin("reward_programs as p", "p.id", "e.program_id")
    .leftJoin("seasons as s", "s.id", "p.season_id")
    .select(["e.id", "e.reward_id", "e.team_id", "e.game_id", "e.game_date", "e.status"])
    .select(
      sql<number>`case when exists (select 1 from teams t where t.id = e.team_id and ${takesPart}) then 1 else 0 end`.as(
        "takes_part",
      ),
    )
    .where(
      "e.reward_id",
      "in",
      rewards.map(({ id }) => id),
    )
    .orderBy("e.game_date")
    .execute();

/** Loads the days of the talks about incidents that were held, by team. */
async function talksOf(db: ClubDb): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("incident_talks")
    .innerJoin("incidents", "incidents.id", "incident_talks.incident_id")
    .innerJoin("games", "games.id", "incidents.game_id")
    .select(["games.team_id as teamId"])
    .select((eb) => eb.fn.coalesce("incident_talks.held_on", "incident_talks.due_on").as("day"))
    .where("incident_talks.state", "=", "held")
    .execute();
  const talks = new Map<string, string[]>();
  for (const { teamId, day } of rows) talks.set(teamId, [...(talks.get(teamId) ?? []), day]);
  return talks;
}

/** Loads the games in a program's days that count, of the teams that take part, each team's oldest first. */
async function gamesOfProgram(
  db: ClubDb,
  of: { programId: string; from: string; to: string | null; timezone: string; at: Date },
): Promise<(PlayedGame & { starts_at: string; time: string | null })[]> {
  const { programId, from, to, timezone, at } = of;
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(["games.id as gameId", "games.team_id as teamId", "games.date", "games.starts_at", "games.time"])
    .select(["games.final_score as score", "games.finalized_at as finalizedAt", "teams.name as teamName"])
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

async function addEarned(tx: ClubTx, { reward, teamId, earning, revives }: Found, at: Date): Promise<void> {
  const moment = at.toISOString();
  const facts = {
    ...{ game_date: earning.date, score: earning.score, criteria: criteriaLabel(reward) },
    rule: JSON.stringify(ruleOf(reward)),
  };
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
