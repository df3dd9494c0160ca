import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RewardsTable } from "#app/db/club/schema.ts";
import { addDays } from "#app/domain/values/days.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { slowReport } from "../domain/club/reports/slow-report.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { Chance, pause } from "./chance.ts";
import { underKills } from "./kills.ts";
import { ownFolder } from "./own-folder.ts";
import { killHard, processesBelow } from "./processes.ts";
import { runOf } from "./run.ts";
import type { ClubLife, Days, KnownGame, Watched } from "./seasons/life.ts";
import { beforeTheSeal, type Had, type Score, slowEarnings } from "./seasons/rules.ts";

const GAMES_A_TEAM = 12;
const SLICES = 3;
/** Share of the requests; other kills are targeted. */
const SHARE_OF_KILLS = 0.01;
const BOARD = ["kim@board.example", "lee@board.example"];

const { seed } = runOf(process.env);
const { dataDir, drop } = await ownFolder("seasons");
const chance = new Chance(seed);
const killing = new Chance(seed + 1);
let server: RunningServer;
const kills = underKills(() => server, killing, SHARE_OF_KILLS);
// The app reads its folder when it is first imported, and with it the clock.
const { ClubLife: Life, seasonDays, TIMEZONE, writeClub } = await import("./seasons/life.ts");
const { SandboxClock } = await import("../../sandbox/clock.ts");
const { soundness, standInRecords } = await import("./judge.ts");
const { checkAudit } = await import("#app/domain/values/audit/chain.ts");
const { tallies } = await import("#app/domain/club/reports/report.server.ts");
const { readSeasonReport } = await import("#app/domain/club/seasons/season-report.server.ts");
const { findSeason } = await import("#app/domain/club/seasons/seasons.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");
const first = addDays(dateAt(new Date(), TIMEZONE), 1);
let lived: Awaited<ReturnType<typeof writeClub>>;

beforeAll(async () => {
  lived = await writeClub(dataDir, first, GAMES_A_TEAM);
  server = await startServer({ dataDir, env: { LOG_LEVEL: "error" } });
});
let second: ChildProcess | undefined;
afterAll(async () => {
  if (second?.pid) killHard(second.pid);
  await lived?.open.close();
  await server?.stop();
  await drop();
});

interface Program {
  name: string;
  type: "team" | "parent" | "individual";
  budget: number;
  rewards: (Partial<RewardsTable> & { title: string; value: number; auto?: false; silent?: true })[];
}
const programs: Program[] = [
  {
    ...{ name: "Heroes", type: "team", budget: 60 },
    rewards: [
      { title: "Snack fund", type: "perfect_game", value: 10 },
      { title: "Three in a row", type: "streak", value: 15 },
      { title: "Good average", type: "milestone", score_threshold: 15, game_count: 4, value: 20 },
      { title: "Got better", type: "improvement", improvement_percent: 15, value: 5 },
      { title: "Pizza", type: "season_end", score_threshold: 15, game_count: 4, value: 20 },
    ],
  },
  {
    ...{ name: "Thanks", type: "parent", budget: 40 },
    rewards: [
      { title: "Coffee", type: "perfect_game", score_threshold: 15, game_count: 2, value: 8 },
      { title: "Five in a row", type: "streak", consecutive_games: 5, value: 12 },
    ],
  },
  {
    ...{ name: "People", type: "individual", budget: 20 },
    rewards: [
      { title: "Calm voice", type: "custom", value: 6 },
      { title: "Looked for by hand", type: "perfect_game", value: 4, auto: false, silent: true },
    ],
  },
];

test(`three seasons of a club under kill -9 (seed ${seed}): every reward once, no budget passed, no mail doubled, all figures right`, async () => {
  const life = new Life(lived, server.url, dataDir, kills, new SandboxClock(dataDir), jobsProcesses);
  const laws = new Laws(life);
  await life.signIn();
  let seasonId = await createSeason(life, "First", seasonDays(first, 0));
  for (const program of programs) await createProgram(life, seasonId, program);
  const seasons = [seasonId];
  for (let index = 0; index < 3; index += 1) {
    if (index === 2) second = startJobs();
    const days = seasonDays(first, index);
    for (let slice = 0; slice < SLICES; slice += 1) await liveSlice(life, laws, days, { index, slice });
    // The last ratings are sealed while the season ends, and their mail goes out.
    await life.clockTo(addDays(days.to, 1), "08:00");
    await Promise.all([life.rest(), life.killOnce("jobs", () => isMailed(life, "season-summary"))]);
    await life.rest();
    await laws.hold();
    await sendToBoard(life, seasonId);
    await laws.statsAreRight(seasonId, days);
    if (index < 2) {
      const next = { name: ["Second", "Third"][index] ?? "", days: seasonDays(first, index + 1) };
      if (index === 0) {
        const undone = await rollOver(life, seasonId, next);
        await undo(life, undone);
      }
      const done = await rollOver(life, seasonId, next);
      seasonId = done.toId;
      seasons.push(seasonId);
    }
    // The season's end is judged once all its results are open.
    await life.clockTo(addDays(days.to, 4), "09:00");
    await life.rest();
    await laws.hold();
    await lateScore(life, laws, days);
  }
  for (const [index, id] of seasons.entries()) await laws.statsAreRight(id, seasonDays(first, index));
  await laws.atTheEnd(seasons);
  const earned = await life.inClub((db) => db.selectFrom("earned_rewards").select("status").execute());
  console.log(
    `seed ${seed}: ${kills.kills()} processes killed; ${earned.length} rewards earned, ${earned.filter(({ status }) => status === "taken-back").length} taken back`,
  );
  expect(kills.kills()).toBeGreaterThan(6);
}, 600_000);

const jobsProcesses = {
  areTwo: () => second !== undefined,
  pids: () => [
    ...processesBelow(server.child.pid ?? 0).flatMap(({ pid, kind }) => (kind === "jobs" ? [pid] : [])),
    ...(second?.pid ? [second.pid] : []),
  ],
  killAll: () => {
    kills.kill("jobs");
    if (second?.pid) killHard(second.pid);
    second &&= startJobs();
  },
};

/** Environment of the supervised jobs process. */
const environment = new Map<string, string>();

/** Starts one that works beside the supervised one, which is killed, not instead of it. */
function startJobs(): ChildProcess {
  const { pid } = processesBelow(server.child.pid ?? 0).find(({ kind }) => kind === "jobs") ?? {};
  if (environment.size === 0)
    for (const line of readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean))
      environment.set(line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1));
  environment.delete("NODE_CHANNEL_FD");
  return spawn(process.execPath, ["build/processes/jobs.js"], {
    env: Object.fromEntries(environment) as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Plays and rates a few games of each team, then corrects some of them. */
async function liveSlice(
  life: ClubLife,
  laws: Laws,
  days: Days,
  { index, slice }: { index: number; slice: number },
): Promise<void> {
  const { games, teams } = life.lived;
  const size = GAMES_A_TEAM / SLICES;
  const ownGames = (teamId: string) =>
    [...games.values()]
      .filter((game) => game.teamId === teamId && game.date >= days.from && game.date <= days.to)
      .filter(({ status }) => status === "scheduled" || status === "rescheduled")
      .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const plans = teams.map(({ id }) =>
    ownGames(id)
      .slice(slice * size, slice === SLICES - 1 ? undefined : (slice + 1) * size)
      .map((game) => ({ game, gives: anyRatings() })),
  );
  const last = plans.flatMap((plan) => plan.map(({ game }) => game.date)).sort();
  await life.clockTo(addDays(last.at(-1) ?? days.to, 1), "12:00");
  await Promise.all(
    plans.map(async (plan) => {
      for (const { game, gives } of plan)
        for (const { side, score } of gives)
          if (game.scores[side] === null) await life.rate(game, side, score);
    }),
  );
  if (slice === 1) {
    // Between earned rewards and their mails, or at any moment of a check.
    const before = await laws.lastSeen();
    await Promise.all([life.rest(), life.killOnce("jobs", async () => (await laws.lastSeen()) > before)]);
  }
  await life.rest();
  await laws.hold();

  const order = [...teams].sort(() => chance.next() - 0.5);
  for (const [nth, { id }] of order.entries())
    await correctSomething(life, laws, id, nth, { days, index, slice });
  if (chance.happens(0.5)) {
    await kills.step(() => life.admin.post("/rewards/check", {}), "/rewards");
    laws.checked = true;
  }
  await life.rest();
  await laws.hold();
}

function anyRatings(): { side: "coach" | "manager"; score: Score }[] {
  const score = (): Score => (chance.happens(0.65) ? 20 : chance.oneOf([0, 10] as const));
  const coach = { side: "coach" as const, score: score() };
  const manager = { side: "manager" as const, score: score() };
  const kind = chance.next();
  if (kind < 0.1) return [];
  if (kind < 0.22) return [coach];
  if (kind < 0.32) return [manager];
  return chance.happens(0.5) ? [coach, manager] : [manager, coach];
}

/** Makes one change of a team's past games or rewards. */
async function correctSomething(
  life: ClubLife,
  laws: Laws,
  teamId: string,
  nth: number,
  { days, index, slice }: { days: Days; index: number; slice: number },
): Promise<void> {
  const now = life.clock.now();
  const own = [...life.lived.games.values()].filter(
    (game) =>
      game.teamId === teamId &&
      game.date >= days.from &&
      game.date <= days.to &&
      game.startsAt < now.toISOString(),
  );
  const stand = own.filter(({ status }) => status === "scheduled" || status === "rescheduled");
  const rated = stand.filter(({ scores }) => scores.coach !== null && scores.manager !== null);
  const silent = stand.filter(({ scores }) => scores.coach === null && scores.manager === null);
  const other = (score: Score | null) => chance.oneOf(([0, 10, 20] as const).filter((one) => one !== score));
  const some = <Item>(items: readonly Item[]) => (items.length > 0 ? chance.oneOf(items) : undefined);
  const kind = nth === 0 ? "hand" : chance.oneOf(["correct", "rerate", "silent", "move", "late"] as const);
  if (kind === "hand") return giveByHand(life, laws, teamId);
  const silentGame = some(silent);
  if (kind === "silent" && silentGame) {
    if (chance.happens(0.5)) await life.cancel(silentGame);
    else await life.remove(silentGame);
  } else if (kind === "late" && silentGame)
    await life.rate(silentGame, "coach", chance.oneOf([0, 20] as const));
  else if (kind === "move" && rated.length > 0)
    await moveOverTheBorder(life, chance.oneOf(rated), { days, index, slice });
  else if (rated.length > 0) {
    // A coach may still correct their ratings of the latest games.
    const fresh = rated.filter(({ startsAt }) => now.getTime() - Date.parse(startsAt) < 40 * 3_600_000);
    const game = (kind === "rerate" ? some(fresh) : undefined) ?? chance.oneOf(rated);
    const score = other(game.scores.coach);
    if (fresh.includes(game) && kind === "rerate" && !game.corrected.has("coach"))
      await life.rate(game, "coach", score);
    else await life.correct(game, "coach", score);
  }
  await laws.note();
}

/** Enters a played game with the wrong day: it may be in the season before, or in none. */
async function moveOverTheBorder(
  life: ClubLife,
  game: KnownGame,
  { days, index }: { days: Days; index: number; slice: number },
): Promise<void> {
  const before =
    index > 0 ? addDays(seasonDays(first, index - 1).to, -chance.below(3)) : addDays(days.from, -2);
  const day = chance.happens(0.6) ? before : addDays(game.date, -1);
  await life.move(game, day > addDays(first, -5) ? day : first, `${17 + chance.below(4)}:30`);
}

/** Presses 'Mark as Awarded', undoes it, and gives rewards by hand, within the remaining budget. */
async function giveByHand(life: ClubLife, laws: Laws, teamId: string): Promise<void> {
  const rows = await laws.rows();
  const own = rows.filter((row) => row.team_id === teamId);
  const statusOf = async (id: string) => (await laws.rows()).find((row) => row.id === id)?.status;
  const pending = own.filter(({ status }) => status === "pending");
  const awarded = own.filter(({ status }) => status === "awarded");
  const kind = chance.oneOf(["award", "undo", "give"] as const);
  const row =
    kind === "award"
      ? pending[chance.below(pending.length || 1)]
      : awarded[chance.below(awarded.length || 1)];
  if (kind !== "give" && row) {
    const left = await laws.left(row.program_id);
    const fits = kind === "undo" || left >= row.value_cents;
    const to =
      kind === "undo" ? (row.game_id === null ? "taken-back" : "pending") : fits ? "awarded" : "pending";
    await life.change(`/rewards/earned/${row.id}/${kind}`, {}, async () => {
      const status = await statusOf(row.id);
      // Revoked by a check in between: it does not wait any more once its award is undone.
      return status === to || (kind === "undo" && status === "taken-back");
    });
  } else {
    const rewards = await laws.rewards();
    const fitting = [];
    for (const reward of rewards)
      if (
        (reward.type === "custom" || reward.type === "streak") &&
        reward.is_active === 1 &&
        (await laws.left(reward.program_id)) >= reward.value_cents
      )
        fitting.push(reward);
    if (fitting.length === 0) return;
    const reward = chance.oneOf(fitting);
    const key = newId();
    const form = { key, teamId, recipient: "", why: "Calmed everybody down" };
    await life.change(`/rewards/${reward.id}/give`, form, async () => (await statusOf(key)) === "awarded");
  }
  await laws.note();
}

/** Rates a game of the season after its end; its result is open at once. */
async function lateScore(life: ClubLife, laws: Laws, days: Days): Promise<void> {
  for (const { id } of life.lived.teams) {
    const late = life.played(id, days).filter(({ score }) => score === null);
    const game = late.length > 0 ? life.lived.games.get(chance.oneOf(late).id) : undefined;
    if (game) await life.rate(game, "coach", chance.oneOf([0, 20] as const));
  }
  await laws.note();
  await life.rest();
  await laws.hold();
}

async function createSeason(life: ClubLife, name: string, { from, to }: Days): Promise<string> {
  const form = { name, startsOn: from, endsOn: to, description: "", plannedGames: "", teams: "all" };
  const { location } = await kills.step(() => life.admin.post("/seasons/new", form), "/seasons/");
  return location.split("/").at(-1) ?? "";
}

async function createProgram(life: ClubLife, seasonId: string, program: Program): Promise<void> {
  const { name, type, budget } = program;
  const form = { name, description: "", type, seasonId, budget: String(budget) };
  await kills.step(() => life.admin.post("/rewards/programs/new", form), "/rewards");
  const { id } = await life.inClub((db) =>
    db.selectFrom("reward_programs").select("id").where("name", "=", name).executeTakeFirstOrThrow(),
  );
  for (const { title, value, auto, silent, ...rule } of program.rewards) {
    const reward = {
      ...{
        title,
        description: "",
        programId: id,
        type: String(rule.type),
        value: String(value),
        color: "gold",
      },
      ...{ scoreThreshold: String(rule.score_threshold ?? 20), gameCount: String(rule.game_count ?? 1) },
      improvementPercent: String(rule.improvement_percent ?? 25),
      ...{ consecutiveGames: String(rule.consecutive_games ?? 3), countsAfter: "any", key: newId() },
      ...(auto === false ? {} : { autoTrigger: "on" }),
      ...(silent ? {} : { notificationEnabled: "on" }),
    };
    await kills.step(() => life.admin.post("/rewards/new", reward), "/rewards");
  }
}

const isMailed = async (life: ClubLife, tag: "season-summary" | "season-board") =>
  (await life.platform.control
    .selectFrom("mails")
    .select("id")
    .where("tag", "=", tag)
    .where("status", "=", "queued")
    .executeTakeFirst()) !== undefined;

async function sendToBoard(life: ClubLife, seasonId: string): Promise<void> {
  const form = { addresses: BOARD.join("\n"), words: "Thank you." };
  const { location } = await kills.step(
    () => life.admin.post(`/seasons/${seasonId}/board`, form),
    `/seasons/${seasonId}/board/`,
  );
  await Promise.all([
    kills.step(() => life.admin.post(location, {}), `/seasons/${seasonId}`),
    // Its request queues them: it dies before it has recorded so, or the jobs process while it sends them.
    life.killOnce(killing.happens(0.5) ? "web" : "jobs", () => isMailed(life, "season-board")),
  ]);
  await life.rest();
}

interface Done {
  id: string;
  fromId: string;
  toId: string;
  before: Whole;
}

/** Returns everything that a roll-over changes, as it is now. */
async function wholeOf(life: ClubLife) {
  return life.inClub(async (db) => ({
    seasons: (await db.selectFrom("seasons").select("name").orderBy("name").execute()).map(
      ({ name }) => name,
    ),
    teams: await db.selectFrom("teams").select(["id", "season", "age_group"]).orderBy("id").execute(),
    programs: await db.selectFrom("reward_programs").select(["id", "season_id"]).orderBy("id").execute(),
    ages: await db.selectFrom("season_teams").selectAll().orderBy("team_id").execute(),
  }));
}
type Whole = Awaited<ReturnType<typeof wholeOf>>;

/** Rolls the season over into the next, while the web process that does it dies. */
async function rollOver(
  life: ClubLife,
  fromId: string,
  { name, days }: { name: string; days: Days },
): Promise<Done> {
  const { teams } = life.lived;
  const form: [string, string][] = [
    ...Object.entries({ name, startsOn: days.from, endsOn: days.to, into: "", takeRewards: "on" }),
    ...teams.flatMap(({ id }): [string, string][] => [
      ["keep", id],
      ["ages", `${id} U-13`],
    ]),
  ];
  const { location } = await kills.step(
    () => life.admin.post(`/seasons/${fromId}/roll-over`, form),
    "/seasons/roll-overs/",
  );
  const id = location.split("/").at(-1) ?? "";
  const before = await wholeOf(life);
  const plan = () =>
    life.inClub((db) =>
      db.selectFrom("roll_overs").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  const { to_season_id: toId } = await plan();
  const isWhole = async () => {
    const [{ status }, whole] = [await plan(), await wholeOf(life)];
    if (status === "planned") expect(whole).toEqual(before);
    else {
      expect(whole.seasons).toEqual([...before.seasons, name].sort());
      expect(whole.teams.map(({ season, age_group }) => `${season} ${age_group}`)).toEqual(
        teams.map(() => `${name} U-13`),
      );
      const own = whole.programs.filter(({ season_id }) => season_id === toId);
      expect(own).toHaveLength(before.programs.filter(({ season_id }) => season_id === fromId).length);
    }
    return status === "done";
  };
  await killWhile(life, "web", () => life.change(location, { intent: "do" }, isWhole));
  return { id, fromId, toId, before };
}

async function undo(life: ClubLife, { id, before }: Done): Promise<void> {
  const location = `/seasons/roll-overs/${id}`;
  await killWhile(life, "web", () =>
    life.change(location, { intent: "undo" }, async () => {
      const whole = await wholeOf(life);
      if (whole.seasons.length === before.seasons.length) expect(whole).toEqual(before);
      return whole.seasons.length === before.seasons.length;
    }),
  );
}

async function killWhile(life: ClubLife, kind: "web" | "jobs", work: () => Promise<unknown>): Promise<void> {
  const when = killing.next() * 40;
  await Promise.all([work(), pause(when).then(() => life.kills.kill(kind))]);
}

type Row = Awaited<ReturnType<Laws["rows"]>>[number];

/** Invariants of an idle installation. */
class Laws {
  /** True if 'Check Now' was pressed since the last check of the laws. */
  checked = false;
  #seq = 0;
  /** Rewards that could be earned at some moment since then: a check may have run at any. */
  #earnable = new Set<string>();
  /** Awards at that time. */
  #before: Row[] = [];
  readonly #mails = new Map<string, { key: string; tag: string; to: string }>();
  /** Notified people by reward: those of one check are in one mail. */
  readonly #entries = new Map<
    string,
    { key: string; account_id: string; kind: string; sent_at: string | null }
  >();
  readonly #mustMail = new Set<string>();
  readonly #mayMail = new Set<string>();

  constructor(readonly life: ClubLife) {}

  rows = () => this.life.inClub((db) => db.selectFrom("earned_rewards").selectAll().execute());
  rewards = () =>
    this.life.inClub((db) =>
      db
        .selectFrom("rewards as r")
        .innerJoin("reward_programs as p", "p.id", "r.program_id")
        .leftJoin("seasons as s", "s.id", "p.season_id")
        .selectAll("r")
        .select(["p.is_active", "p.budget_cents", "s.starts_on as from", "s.ends_on as to"])
        .execute(),
    );

  async left(programId: string): Promise<number> {
    const rows = (await this.rows()).filter(
      ({ program_id, status }) => program_id === programId && status === "awarded",
    );
    const [reward] = (await this.rewards()).filter(({ program_id }) => program_id === programId);
    return (reward?.budget_cents ?? 0) - rows.reduce((sum, { value_cents }) => sum + value_cents, 0);
  }

  async lastSeen(): Promise<number> {
    return (await this.watched(0)).length;
  }

  async watched(after: number): Promise<Watched[]> {
    const noted = sql<Watched>`select * from watched where seq > ${after} order by seq`;
    return this.life.inClub(async (db) => (await noted.execute(db)).rows);
  }

  /** Returns what the page lists as earned now, besides what is awarded, as 'reward team game'. */
  async #slow(rows: Row[]): Promise<{
    keys: Map<string, string[]>;
    waiting: Set<string>;
    rewards: Awaited<ReturnType<Laws["rewards"]>>;
  }> {
    const rewards = await this.rewards();
    const keys = new Map<string, string[]>();
    const waiting = new Set<string>();
    for (const reward of rewards) {
      const { from, to } = reward;
      if (!from || !to) continue;
      const isOver = this.life.today() >= addDays(to, 4);
      const own: string[] = [];
      for (const { id: teamId } of this.life.lived.teams) {
        const games = this.life.played(teamId, { from, to });
        const had = rows
          .filter((row) => row.reward_id === reward.id && row.team_id === teamId && row.status === "awarded")
          .map(({ game_id, game_date }): Had => ({ gameId: game_id, date: game_date }));
        for (const gameId of slowEarnings(reward, games, had, isOver))
          own.push(`${reward.id} ${teamId} ${gameId}`);
        const open = new Set(beforeTheSeal(games).map(({ id }) => id));
        for (const { id } of games) if (!open.has(id)) waiting.add(`${reward.id} ${teamId} ${id}`);
      }
      keys.set(reward.id, own);
    }
    return { keys, waiting, rewards };
  }

  /** Notes the rewards that can be earned now, by a check that finds earlier awards, manual ones, or both. */
  async note(): Promise<void> {
    const rows = await this.rows();
    const before = new Set(this.#before.map(({ id }) => id));
    const byHand = rows.filter(({ id, awarded_by_name }) => before.has(id) || awarded_by_name !== "");
    for (const had of [this.#before, byHand])
      for (const own of (await this.#slow(had)).keys.values()) for (const key of own) this.#earnable.add(key);
  }

  async hold(): Promise<void> {
    await this.note();
    const rows = await this.rows();
    const { keys, waiting, rewards } = await this.#slow(rows);
    const named = rows.filter(({ game_id }) => game_id !== null);
    const keyOf = (row: { reward_id: string; team_id: string; game_id: string | null }) =>
      `${row.reward_id} ${row.team_id} ${row.game_id}`;
    expect(new Set(named.map(keyOf)).size).toBe(named.length);

    for (const reward of rewards) {
      const pending = named
        .filter(({ reward_id, status }) => reward_id === reward.id && status === "pending")
        .map(keyOf);
      const expected = keys.get(reward.id) ?? [];
      const surely = pending.filter((key) => !waiting.has(key)).sort();
      const label = `${reward.title} of ${reward.from}`;
      if (reward.auto_trigger === 1 || this.checked) expect(surely, label).toEqual(expected.toSorted());
      else expect(expected, label).toEqual(expect.arrayContaining(surely));
    }

    for (const change of await this.watched(this.#seq)) {
      this.#seq = change.seq;
      const what = `${JSON.stringify(change)}`;
      expect(change.spent, `over the budget: ${what}`).toBeLessThanOrEqual(change.budget);
      const reward = rewards.find(({ id }) => id === change.reward_id);
      const isFound = change.game_id !== null && (change.was === "" || change.was === "taken-back");
      if (isFound) expect([...this.#earnable], `not earned: ${what}`).toContain(keyOf(change));
      if (change.game_id !== null && change.was === "") {
        const atOnce = reward?.auto_trigger === 1 && change.others < 2;
        if (change.becomes === "awarded") expect(atOnce && change.by_hand === "", what).toBe(true);
        else if (atOnce)
          expect(change.spent + change.value, `could be awarded at once: ${what}`).toBeGreaterThan(
            change.budget,
          );
      }
      if (change.was === "taken-back") expect(change.becomes, what).toBe("pending");
      if (reward?.notification_enabled === 1 && change.becomes !== "taken-back")
        for (const to of this.#recipientsOf(change)) this.#mayMail.add(`${this.#subjectOf(change)} ${to}`);
    }
    this.#earnable = new Set();
    this.#before = rows.filter(({ status }) => status === "awarded");
    this.checked = false;
    await this.#noteMails(rows, rewards);
  }

  /** A reward is the same in a mail whatever its row is. */
  #subjectOf(row: {
    reward_id: string;
    team_id: string;
    game_id: string | null;
    id?: string;
    earned_id?: string;
    becomes?: string;
    status?: string;
  }) {
    return `${row.reward_id}:${row.team_id}:${row.game_id ?? row.id ?? row.earned_id}:${row.becomes ?? row.status}`;
  }

  #recipientsOf(row: {
    team_id: string;
    becomes?: string;
    status?: string;
    by_hand?: string;
    awarded_by_name?: string;
  }): string[] {
    const { club, teams } = this.life.lived;
    const team = teams.find(({ id }) => id === row.team_id);
    const people = Object.values(team?.people ?? {});
    const status = row.becomes ?? row.status;
    if (status === "pending") return [club.adminAccount];
    return (row.by_hand ?? row.awarded_by_name) === "" ? [club.adminAccount, ...people] : people;
  }

  /** Checks that every new fact of an idle installation was notified. */
  async #noteMails(
    rows: Awaited<ReturnType<Laws["rows"]>>,
    rewards: Awaited<ReturnType<Laws["rewards"]>>,
  ): Promise<void> {
    const recently = new Date(this.life.clock.now().getTime() - 8 * 86_400_000).toISOString();
    for (const row of rows) {
      const reward = rewards.find(({ id }) => id === row.reward_id);
      if (reward?.notification_enabled !== 1 || row.status === "taken-back" || row.earned_at < recently)
        continue;
      // A person who was notified of the award is not notified that it waits, once the award is undone.
      if (row.status === "pending" && row.notified === "everybody") continue;
      const subject = this.#subjectOf(row);
      const wasMailed = [...this.#mustMail].some((key) => key.startsWith(subject));
      if (!wasMailed) for (const to of this.#recipientsOf(row)) this.#mustMail.add(`${subject} ${to}`);
    }
    const mails = await this.life.platform.control
      .selectFrom("mails")
      .select(["id", "key", "tag", "to_address as to"])
      .execute();
    for (const { id, ...mail } of mails) this.#mails.set(id, mail);
    const notified = await this.life.platform.control
      .selectFrom("notification_entries")
      .select(["id", "key", "account_id", "kind", "sent_at"])
      .where("kind", "in", ["rewards-earned", "achievement-milestones"])
      .execute();
    for (const { id, ...entry } of notified) this.#entries.set(id, entry);
  }

  /** A season's stats equal a slow count, on its page and in the reports. */
  async statsAreRight(seasonId: string, days: Days): Promise<void> {
    const { lived } = this.life;
    const at = this.life.clock.now();
    await this.life.inClub(async (db) => {
      const season = await findSeason(db, seasonId);
      if (!season) throw new Error("The season is gone");
      expect({ from: season.startsOn, to: season.endsOn }).toEqual(days);
      const report = await readSeasonReport(db, season, { timezone: TIMEZONE, at });
      const own = [...lived.games.values()].filter(
        ({ date, status }) =>
          date >= days.from && date <= days.to && status !== "cancelled" && status !== "deleted",
      );
      expect(
        report.teams.map(({ teamId, scheduled, played, scores }) => ({ teamId, scheduled, played, scores })),
      ).toEqual(
        lived.teams.map(({ id }) => {
          const games = this.life.played(id, days);
          const scheduled = own.filter(({ teamId }) => teamId === id).length;
          return {
            teamId: id,
            scheduled,
            played: games.length,
            scores: games.flatMap(({ score }) => score ?? []),
          };
        }),
      );
      expect(report.incidents.cases).toBe(own.filter(({ hadZero }) => hadZero).length);
      const raters = lived.teams.flatMap(({ id, name }) =>
        (["coach", "manager"] as const).map((side) => ({
          name: `${side === "coach" ? "Coach" : "Manager"} ${name}`,
          games: own.filter(
            (game) => game.teamId === id && game.scores[side] !== null && !game.corrected.has(side),
          ).length,
        })),
      );
      const sorted = (all: { name: string; games: number }[]) =>
        all.map(({ name, games }) => `${name}: ${games}`).sort();
      expect(sorted([...report.raters])).toEqual(sorted(raters.filter(({ games }) => games > 0)));

      const versions = await db.selectFrom("ratings").selectAll().execute();
      const games = (await db.selectFrom("games").selectAll().execute()).map((game) => ({
        ...game,
        // The result of the acknowledged ratings, not the stored one.
        final_score: lived.games.get(game.id)?.scores.coach ?? null,
        versions: versions.filter(({ game_id }) => game_id === game.id),
      }));
      const staff = lived.teams.flatMap(({ id, people }) =>
        (["coach", "manager"] as const).map((side) => ({ team: id, side, accountId: people[side] })),
      );
      for (const admin of [true, false]) {
        const of = { scope: "all" as const, viewer: { admin }, ...days, timezone: TIMEZONE, at };
        const slow = slowReport(games, of, { raters: staff });
        const found = await tallies(db, of);
        const key = (month: { teamId: string; month: string }) => `${month.teamId} ${month.month}`;
        const inOrder = <Month extends { teamId: string; month: string }>(months: readonly Month[]) =>
          months.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
        expect(inOrder(found.months)).toEqual(inOrder(slow.months));
        expect(found.halves).toEqual(slow.halves);
        expect(found.agreement).toEqual(slow.agreement);
      }
    });
  }

  async atTheEnd(seasons: readonly string[]): Promise<void> {
    const { platform, club } = this.life;
    const taken = standInRecords(this.life.dataDir).mails;
    const times = new Map<string, number>();
    for (const { metadata } of taken)
      times.set(metadata.mail ?? "none", (times.get(metadata.mail ?? "none") ?? 0) + 1);
    expect([...times].filter(([id, count]) => count !== 1 || !this.#mails.has(id))).toEqual([]);
    expect([...this.#mails.keys()].filter((id) => !times.has(id))).toEqual([]);

    // Each notification has its mail: one of its own, or that of its check.
    const keys = new Set([...this.#mails.values()].map(({ key }) => key));
    const looks = new Map<string, string[]>();
    for (const { account_id, kind, key, sent_at } of this.#entries.values()) {
      if (!sent_at || keys.has(`${kind}:lakeside:${key}:${account_id}`)) continue;
      const look = `${account_id} ${sent_at}`;
      looks.set(look, [...(looks.get(look) ?? []), `${kind}:${key}`]);
    }
    const lists = [...looks].map(
      ([look, items]) => `reward-list:lakeside:${look.split(" ")[0]}:${hashOf(items.sort().join("\n"))}`,
    );
    expect(lists.filter((key) => !keys.has(key))).toEqual([]);
    const mailed = [...this.#entries.values()].flatMap(({ key, account_id, sent_at }) =>
      sent_at && !key.endsWith(":changed") ? [`${key} ${account_id}`] : [],
    );
    expect(new Set(mailed).size).toBe(mailed.length);
    expect([...this.#mustMail].filter((key) => !mailed.includes(key))).toEqual([]);
    expect(mailed.filter((key) => !this.#mayMail.has(key))).toEqual([]);

    const to = (tag: string) => taken.filter((mail) => mail.tag === tag).map((mail) => mail.to);
    expect(to("season-summary")).toHaveLength(seasons.length);
    for (const address of BOARD)
      expect(to("season-board").filter((one) => one.includes(address))).toHaveLength(seasons.length);

    const dead = await platform.control
      .selectFrom("jobs")
      .select(["kind", "last_error"])
      .where("status", "=", "dead")
      .execute();
    expect(dead).toEqual([]);
    expect(await soundness(platform.control, "control")).toEqual([]);
    await this.life.inClub(async (db) => expect(await soundness(db, club.code)).toEqual([]));
    const head = await platform.control
      .selectFrom("audit_heads")
      .selectAll()
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    const audit = await this.life.inClub((db) => db.selectFrom("audit").selectAll().orderBy("seq").execute());
    expect(checkAudit(audit, { seq: head.seq, hash: head.hash })).toBeNull();
  }
}
