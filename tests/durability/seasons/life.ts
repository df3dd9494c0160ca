import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { gameRow } from "#tests/support/rows.ts";
import { until } from "#tests/support/server.ts";
import { type Answer, Visitor } from "#tests/support/visitor.ts";
import { type TestClub, World } from "#tests/support/world.ts";
import { pause } from "../chance.ts";
import type { underKills } from "../kills.ts";
import { send } from "../processes.ts";
import { openStored } from "../stored.ts";
import type { PlayedGame, Score } from "./rules.ts";

export const TIMEZONE = "America/Chicago";
const HOUR_MS = 3_600_000;
const HAPPENS_WITHIN_MS = 120_000;
/** Longer than the lease of a job and of a check of a club. */
const PAST_LEASES_MS = 12 * 60_000;
const JOBS_END_WITHIN_MS = 1_000;
/** Longest restart of a killed jobs process on a busy machine, including the pause before. */
const STARTS_WITHIN_MS = 15_000;
const TEAMS = ["Hawks", "Lions", "Otters"];

export type Side = "coach" | "manager";

/** A game with its acknowledged ratings, moves and outcome. */
export interface KnownGame {
  id: string;
  teamId: string;
  date: string;
  time: string;
  startsAt: string;
  status: "scheduled" | "rescheduled" | "cancelled" | "deleted";
  scores: Record<Side, Score | null>;
  /** True if a side ever gave it a 0, which opens a case. */
  hadZero: boolean;
  /** Sides whose rating an administrator corrected: they are not thanked for it. */
  corrected: Set<Side>;
}

export interface Days {
  from: string;
  to: string;
}

/** Returns the days of whole seasons one after another, a few days apart. */
export const seasonDays = (first: string, index: number): Days => ({
  from: addDays(first, index * 34),
  to: addDays(first, index * 34 + 29),
});

/** Creates a club with teams, their coaches and managers, and the games of three seasons, in an empty data folder. */
export async function writeClub(dataDir: string, first: string, gamesATeam: number) {
  const open = await openStored(dataDir, { migrate: true });
  const world = new World(dataDir, open, open.close);
  const club = await world.club("Lakeside FC", { code: "lakeside" });
  // Its year lasts as long as its seasons.
  const far = "2099-01-01T00:00:00.000Z";
  await open.control.updateTable("clubs").set({ term_ends_at: far, verification_due_at: far }).execute();
  const teams: { id: string; name: string; people: Record<Side, string> }[] = [];
  const games = new Map<string, KnownGame>();
  for (const [index, name] of TEAMS.entries()) {
    const id = await world.team(club, name);
    const people = {
      coach: await world.person(`Coach ${name}`, club, [{ team: id, role: "coach" }]),
      manager: await world.person(`Manager ${name}`, club, [{ team: id, role: "manager" }]),
    };
    teams.push({ id, name, people });
    for (let season = 0; season < 3; season += 1) {
      for (let n = 0; n < gamesATeam; n += 1) {
        const date = addDays(seasonDays(first, season).from, 1 + Math.floor((n * 27) / gamesATeam));
        const time = `${10 + 2 * index}:00`;
        const startsAt = momentOf(date, time, TIMEZONE);
        const game: KnownGame = {
          ...{ id: newId(), teamId: id, date, time, startsAt, status: "scheduled" },
          ...{ scores: { coach: null, manager: null }, hadZero: false, corrected: new Set() },
        };
        games.set(game.id, game);
      }
    }
  }
  await open.clubs.use(club.code, async (db) => {
    for (const { id, teamId, startsAt, date } of games.values())
      await db
        .insertInto("games")
        .values({ ...gameRow(id, teamId, new Date(startsAt)), opponent: `Opponent of ${date}` })
        .execute();
    await watchEarned(db);
  });
  return { open, world, club, teams, games };
}

/**
 * Makes the database itself record each change of an earned reward, and the spent budget of its program at that time.
 */
async function watchEarned(db: ClubDb): Promise<void> {
  const inDatabase = process.env.DATABASE_URL !== undefined;
  await sql`create table watched (seq integer primary key, earned_id text, reward_id text, team_id text, game_id text,
    was text, becomes text, by_hand text, spent integer, budget integer, value integer, others integer)`.execute(
    db,
  );
  for (const [name, event, when, was] of [
    ["watched_insert", "insert on earned_rewards", "", "''"],
    ["watched_update", "update of status on earned_rewards", "when (old.status <> new.status)", "old.status"],
  ] as const) {
    const note = `insert into watched select (select count(*) + 1 from watched), new.id, new.reward_id, new.team_id, new.game_id, ${was}, new.status,
        new.awarded_by_name, (select coalesce(sum(value_cents), 0) from earned_rewards e
          where e.program_id = new.program_id and e.status = 'awarded'),
        (select budget_cents from reward_programs where id = new.program_id), new.value_cents,
        (select count(*) from earned_rewards e where e.reward_id = new.reward_id and e.team_id = new.team_id
          and e.status <> 'taken-back' and e.id <> new.id);`;
    if (inDatabase)
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $$ begin ${note} return null; end $$`,
        )
        .execute(db);
    const each = inDatabase ? "for each row" : "";
    const body = inDatabase ? `execute function ${name}()` : `begin ${note} end`;
    await sql.raw(`create trigger ${name} after ${event} ${each} ${when} ${body}`).execute(db);
  }
}

export interface Watched {
  seq: number;
  earned_id: string;
  reward_id: string;
  team_id: string;
  game_id: string | null;
  was: string;
  becomes: string;
  by_hand: string;
  spent: number;
  budget: number;
  value: number;
  others: number;
}

type Lived = Awaited<ReturnType<typeof writeClub>>;

/** Acts as the people of the club through the pages of a running server, and remembers what they know. */
export class ClubLife {
  admin: Visitor;
  #raters = new Map<string, Visitor>();

  constructor(
    readonly lived: Lived,
    readonly url: string,
    readonly dataDir: string,
    readonly kills: ReturnType<typeof underKills>,
    /** The product's clock, which the test moves. */
    readonly clock: { now(): Date; moveForward(ms: number): void },
    /** Processes that run jobs now. */
    readonly jobsProcesses: { areTwo(): boolean; pids(): number[]; killAll(): void },
  ) {
    this.admin = new Visitor(url);
  }

  get platform(): Platform {
    return this.lived.open;
  }
  get club(): TestClub {
    return this.lived.club;
  }
  inClub<Result>(work: (db: ClubDb) => Promise<Result>): Promise<Result> {
    return this.platform.clubs.use(this.club.code, work);
  }
  today(): string {
    return dateAt(this.clock.now(), TIMEZONE);
  }

  /** Sessions end while the clock jumps: everybody signs in again. */
  async signIn(): Promise<void> {
    const { world, club, teams } = this.lived;
    const visitor = async (account: string) =>
      new Visitor(this.url, { cookie: await world.signIn(account, club.code) });
    this.admin = await visitor(club.adminAccount);
    for (const { id, people } of teams)
      for (const side of ["coach", "manager"] as const)
        this.#raters.set(`${id} ${side}`, await visitor(people[side]));
  }

  async clockTo(date: string, time: string): Promise<void> {
    const to = Date.parse(momentOf(date, time, TIMEZONE));
    if (to > this.clock.now().getTime()) await this.#moveClock(to - this.clock.now().getTime());
    await this.signIn();
  }

  /** Waits until the installation is idle: events, checks, jobs and mails. */
  async rest(): Promise<void> {
    await until(HAPPENS_WITHIN_MS, async () => ((await this.#outboxIsEmpty()) ? true : undefined));
    // A check follows a rating after some seconds.
    let killed = await this.#moveClock(60_000);
    let since = Date.now();
    let left: string[] = [];
    await until(HAPPENS_WITHIN_MS, async () => {
      left = await this.#left();
      if (left.length === 0) return true;
      // The jobs of a killed process are free again after its lease; jobs due soon are done as well. Killed processes
      // start first, or they would be killed again for the same job forever.
      if (Date.now() - since > (killed ? STARTS_WITHIN_MS : 2_000)) {
        killed = await this.#moveClock(PAST_LEASES_MS);
        since = Date.now();
      }
      return undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${left.join(", ")}, at ${this.clock.now().toISOString()}`);
    });
  }

  /**
   * Moves the clock while neither of two jobs processes is in the middle of a job: otherwise the other one would take
   * it, because five minutes seem to have passed.
   * @returns whether they were killed
   */
  async #moveClock(ms: number): Promise<boolean> {
    const end = Date.now() + JOBS_END_WITHIN_MS;
    for (;;) {
      const pids = this.jobsProcesses.areTwo() ? this.jobsProcesses.pids() : [];
      for (const pid of pids) send(pid, "SIGSTOP");
      const isIdle = pids.length === 0 || !(await this.#jobsRun());
      const isLast = isIdle || Date.now() > end;
      // A job that still runs belongs to a killed process, or to a slow one, which dies of it.
      const killed = !isIdle && isLast;
      if (killed) this.jobsProcesses.killAll();
      if (isLast) this.clock.moveForward(ms);
      for (const pid of pids) send(pid, "SIGCONT");
      if (isLast) return killed;
      await pause(20);
    }
  }

  async #jobsRun(): Promise<boolean> {
    const { control } = this.platform;
    const running = await control
      .selectFrom("jobs")
      .select("id")
      .where("status", "=", "running")
      .executeTakeFirst();
    return running !== undefined;
  }

  async #outboxIsEmpty(): Promise<boolean> {
    const { control } = this.platform;
    return (await control.selectFrom("clubs_with_outbox").select("club_code").execute()).length === 0;
  }

  /** Lists the remaining work: checks, jobs and pending events. */
  async #left(): Promise<string[]> {
    const { control } = this.platform;
    const now = this.clock.now().toISOString();
    // A running check has leased the club for ten minutes.
    const leased = new Date(this.clock.now().getTime() + PAST_LEASES_MS).toISOString();
    const looks = await control
      .selectFrom("club_timetable")
      .select(["due_at", "changed"])
      .where((eb) => eb.or([eb("due_at", "<=", leased), eb("changed", ">", 0)]))
      .execute();
    const jobs = await control
      .selectFrom("jobs")
      .select(["kind", "status", "attempts", "run_at", "last_error"])
      .where("status", "in", ["queued", "running"])
      .where("run_at", "<=", now)
      .execute();
    const events = (await this.#outboxIsEmpty()) ? [] : ["events wait"];
    return [...[...looks, ...jobs].map((row) => JSON.stringify(row)), ...events];
  }

  /** Kills a process as soon as a condition holds, or a second later. */
  async killOnce(kind: "web" | "jobs", isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 4_000;
    while (Date.now() < end && !(await isSo())) await pause(4);
    this.kills.kill(kind);
  }

  /** Posts until it is answered; the change of a lost answer may be refused the second time. */
  async change(
    path: string,
    form: Record<string, string> | [string, string][],
    isDone: () => Promise<boolean>,
  ): Promise<Answer> {
    const answer = await this.kills.step(() => this.admin.post(path, form), /./);
    if (!(await isDone())) throw new Error(`${path}: ${answer.status} ${wordsOf(answer)}`);
    return answer;
  }

  async rate(game: KnownGame, side: Side, score: Score): Promise<void> {
    const visitor = this.#raters.get(`${game.teamId} ${side}`) as Visitor;
    const page = game.scores[side] === null ? "" : await this.#version(visitor, `/rating/${game.id}`);
    const form = { ...ratingForm(score), side, submission: newId(), version: page };
    await this.kills.step(() => visitor.post(`/rating/${game.id}`, form), `/rating/${game.id}`);
    this.#given(game, side, score);
  }

  #given(game: KnownGame, side: Side, score: Score): void {
    game.scores[side] = score;
    game.hadZero ||= score === 0;
  }

  /** Corrects a rating as an administrator. */
  async correct(game: KnownGame, side: Side, score: Score): Promise<void> {
    const path = `/rating/${game.id}/correction/${side}`;
    const form = {
      ...ratingForm(score),
      ...{ correctionReason: "The coach asked for it", submission: newId() },
      version: await this.#version(this.admin, path),
    };
    await this.kills.step(() => this.admin.post(path, form), `/rating/${game.id}`);
    this.#given(game, side, score);
    game.corrected.add(side);
  }

  async #version(visitor: Visitor, path: string): Promise<string> {
    const { text } = await this.kills.step(() => visitor.get(path), "200");
    return /name="version" value="([^"]*)"/.exec(text)?.[1] ?? "";
  }

  async move(game: KnownGame, date: string, time: string): Promise<void> {
    const path = `/schedule/${game.id}/edit`;
    const opponent = `Opponent ${newId().slice(0, 6)}`;
    const form = { opponent, date, time, location: "Field 1", home_away: "home", notes: "" };
    const version = await this.#version(this.admin, path);
    const status = game.status === "rescheduled" ? "rescheduled" : "scheduled";
    const stored = () =>
      this.inClub((db) =>
        db.selectFrom("games").selectAll().where("id", "=", game.id).executeTakeFirstOrThrow(),
      );
    await this.change(path, { ...form, status, reason: "moved", version }, async () => {
      const row = await stored();
      return row.date === date && row.time === time;
    });
    const { status: now } = await stored();
    Object.assign(game, { date, time, startsAt: momentOf(date, time, TIMEZONE), status: now });
  }

  async cancel(game: KnownGame): Promise<void> {
    const path = `/schedule/${game.id}/cancel`;
    const version = await this.#version(this.admin, path);
    await this.change(path, { intent: "cancel", version }, () =>
      this.inClub(async (db) => {
        const row = await db
          .selectFrom("games")
          .select("status")
          .where("id", "=", game.id)
          .executeTakeFirst();
        return row?.status === "cancelled";
      }),
    );
    game.status = "cancelled";
  }

  async remove(game: KnownGame): Promise<void> {
    const path = `/schedule/${game.id}/delete`;
    const version = await this.#version(this.admin, path);
    await this.change(path, { version }, () =>
      this.inClub(async (db) => {
        const row = await db.selectFrom("games").select("id").where("id", "=", game.id).executeTakeFirst();
        return row === undefined;
      }),
    );
    game.status = "deleted";
  }

  /** Returns the counting games of a team in a period, by their acknowledged changes, oldest first. */
  played(teamId: string, { from, to }: Days): PlayedGame[] {
    const at = this.clock.now();
    return [...this.lived.games.values()]
      .filter((game) => game.teamId === teamId && game.date >= from && game.date <= to)
      .filter(
        ({ status, startsAt }) => !["cancelled", "deleted"].includes(status) && startsAt <= at.toISOString(),
      )
      .sort((a, b) => (`${a.startsAt} ${a.id}` < `${b.startsAt} ${b.id}` ? -1 : 1))
      .map(({ id, date, startsAt, scores: { coach, manager } }) => ({
        ...{ id, teamId, date, startsAt },
        // 'Coach Decides'.
        score: coach,
        isSealed:
          (coach === null) !== (manager === null) && at.getTime() < Date.parse(startsAt) + (2 + 48) * HOUR_MS,
      }));
  }
}

const ratingForm = (score: Score): Record<string, string> => ({
  ...{ score: String(score), reason: `Seen ${newId()}` },
  ...(score === 20 ? {} : { happened: "dissent" }),
});

const wordsOf = ({ text }: Answer) =>
  text
    .slice(Math.max(0, text.indexOf('role="alert"')))
    .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, 300);
