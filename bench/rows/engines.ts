import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "#app/db/postgres/open.server.ts";
import { loadDashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { deliverOpenEvents } from "#app/journeys/club-events/change-club.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { makeKeysOf } from "#app/runtime/installation-key.server.ts";
import { once } from "#tests/support/postgres-server.ts";
import { World } from "#tests/support/world.ts";
import { openApp } from "../fixtures/app.ts";
import { cpuAgainst, load } from "../fixtures/cpu-ratio.ts";
import {
  GAMES,
  hasPostgres,
  manyClubs,
  manyCode,
  seasonInPostgres,
  serverCpuMs,
} from "../fixtures/engines.ts";
import { median, percentile } from "../fixtures/median.ts";
import { season } from "../fixtures/season.ts";
import { type Server, startServer } from "../fixtures/server.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const FEW = sized(1_000, 10);
const MANY = sized(100_000, 50);
const DASHBOARDS = sized(3_000, 40);
const WARM_UP = sized(300, 10);
const RATINGS = sized(100, 3);
const MACHINE_WARM_UP = sized(250, 10);
const MACHINE_ROUNDS = sized(5, 1);
const MACHINE_REQUESTS = sized(100, 20);

let onPostgres: Promise<Server> | undefined;

/** Starts our web process over the season's data in PostgreSQL. */
function appOnPostgres(): Promise<Server> {
  onPostgres ??= (async () => {
    const { dataDir } = await season();
    const { url } = await seasonInPostgres();
    return startServer("app", dataDir, "/healthz", {}, { DATABASE_URL: url });
  })();
  return onPostgres;
}

let second: Promise<Server> | undefined;

/** Starts a second machine: the same settings, a data folder of its own, and only the database in common. */
function otherMachine(): Promise<Server> {
  second ??= (async () => {
    const { dataDir } = await season();
    const { url } = await seasonInPostgres();
    const own = mkdtempSync(join(tmpdir(), "goodside-machine-"));
    return startServer(
      "app",
      own,
      "/healthz",
      {},
      { DATABASE_URL: url, INSTALLATION_KEY: makeKeysOf(dataDir)[0] },
    );
  })();
  return second;
}

/** Measures CPU per request of two machines that serve one person, against one of them alone, alternating. */
async function twoMachines(path: string): Promise<Figure> {
  const [one, other] = [await appOnPostgres(), await otherMachine()];
  const { cookies } = await season();
  for (const server of [one, other]) await load(server, path, cookies.manager, MACHINE_WARM_UP);
  const [alone, both] = [
    { ms: 0, seconds: 0 },
    { ms: 0, seconds: 0 },
  ];
  let databaseMs = 0;
  for (let round = 0; round < MACHINE_ROUNDS; round += 1) {
    let since = performance.now();
    const before = await serverCpuMs();
    alone.ms += await load(one, path, cookies.manager, MACHINE_REQUESTS);
    databaseMs += (await serverCpuMs()) - before;
    alone.seconds += (performance.now() - since) / 1000;
    since = performance.now();
    const each = [one, other].map((server) => load(server, path, cookies.manager, MACHINE_REQUESTS));
    for (const ms of await Promise.all(each)) both.ms += ms / 2;
    both.seconds += (performance.now() - since) / 1000;
  }
  const requests = MACHINE_ROUNDS * MACHINE_REQUESTS;
  const said = ({ ms, seconds }: typeof alone, machines: number) =>
    `${(ms / requests).toFixed(2)} ms, ${Math.round((machines * requests) / seconds)} a second`;
  const database = `${(databaseMs / requests).toFixed(2)} ms more in the database`;
  return { figure: both.ms / alone.ms, note: `${said(both, 2)}, against ${said(alone, 1)}; ${database}` };
}

/** Measures what a rating adds to the server's log, with all that follows from it on the platform. */
async function logOfRating(): Promise<Figure> {
  const app = await appOnPostgres();
  const { open, superUrl } = await seasonInPostgres();
  const world = new World("", open, async () => {});
  const club = await world.club("Log FC", { code: `logfc${Date.now()}` });
  const team = await world.team(club, "Hawks");
  const coach = await world.person("Lou Log", club, [{ team, role: "coach" }]);
  const cookie = await world.signIn(coach, club.code);
  const games: string[] = [];
  for (let game = 0; game < RATINGS; game += 1) games.push(await world.game(club, team, 3 + game / 60));
  const written = async () => {
    const [row] = await once(superUrl, "select (pg_current_wal_lsn() - '0/0')::float8 as bytes");
    return Number(row?.bytes);
  };
  const origin = `http://127.0.0.1:${app.port}`;
  await once(superUrl, "checkpoint");
  const before = await written();
  for (const game of games) {
    const form = { score: "20", reason: "A calm game", submission: newId(), version: "" };
    const { status } = await app.ask(
      `/mobile-rating?game=${game}`,
      { Cookie: cookie, Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
      new URLSearchParams(form).toString(),
    );
    if (status !== 303) throw new Error(`A rating answered ${status}`);
  }
  await deliverOpenEvents(open, 0);
  return { figure: ((await written()) - before) / RATINGS };
}

/** Measures the bytes of a small club in the database, with its indexes. */
async function bytesOfClub(count: number): Promise<Figure> {
  const { superUrl } = await manyClubs(count);
  const [row] = await once(
    superUrl,
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
      where relnamespace = 'club'::regnamespace and relkind = 'r'`,
  );
  return { figure: Number(row?.bytes) / count };
}

interface Times {
  few: number[];
  many: number[];
}
let timed: Promise<Times> | undefined;

/** Measures a dashboard's statements for a random club among few and among many, alternating. */
function dashboards(): Promise<Times> {
  timed ??= (async () => {
    const { open: few } = await manyClubs(FEW);
    const { open: many } = await manyClubs(MANY);
    const times: Times = { few: [], many: [] };
    for (let number = 0; number < WARM_UP + DASHBOARDS; number += 1) {
      const [one, other] = [await dashboard(few, FEW), await dashboard(many, MANY)];
      if (number < WARM_UP) continue;
      times.few.push(one);
      times.many.push(other);
    }
    return times;
  })();
  return timed;
}

async function dashboard({ clubs }: Database, count: number): Promise<number> {
  const code = manyCode(1 + Math.floor(Math.random() * count));
  const user = { accountId: "x", name: "Ada", email: null, role: "club_admin" as const, assignments: [] };
  const months = { now: "2026-11-01", before: "2026-10-01", from: "2026-09-30" };
  const at = new Date("2026-11-15T12:00:00Z");
  return clubs.use(code, async (db) => {
    const since = performance.now();
    const { teams } = await loadDashboard(db, user, { at, rated: null, months });
    const ms = performance.now() - since;
    if (teams.length !== 1) throw new Error(`${code} has ${teams.length} teams`);
    return ms;
  });
}

const percent = (share: number): Row => ({
  area: "engines",
  what: `SQL of a dashboard, ${share === 0.5 ? "median" : "99th percentile"}: ${MANY.toLocaleString("en-US")} clubs in one PostgreSQL against ${FEW.toLocaleString("en-US")}`,
  unit: "times",
  better: "less",
  floor: 1.3,
  goal: 1.1,
  measure: async () => {
    const { few, many } = await dashboards();
    const value = (times: number[]) => (share === 0.5 ? median(times) : percentile(times, share));
    return {
      figure: value(many) / value(few),
      note: `${value(many).toFixed(2)} ms against ${value(few).toFixed(2)} ms`,
    };
  },
});

export const rows: Row[] = hasPostgres
  ? [
      ...["/dashboard", "/teams", "/rating"].map(
        (path): Row => ({
          area: "engines",
          what: `${path}: CPU per request of a web process on PostgreSQL against on files`,
          unit: "times",
          better: "less",
          floor: 1.6,
          goal: 1.2,
          measure: async () => cpuAgainst(await appOnPostgres(), await openApp(), path),
        }),
      ),
      {
        area: "engines",
        what: "/dashboard: CPU per request of two machines' web processes at once over one PostgreSQL against one alone",
        unit: "times",
        better: "less",
        floor: 1.5,
        goal: 1.2,
        measure: () => twoMachines("/dashboard"),
      },
      {
        area: "engines",
        what: "a rating: log of PostgreSQL, with the boards and notices that follow",
        unit: "bytes",
        better: "less",
        floor: null,
        goal: null,
        measure: logOfRating,
      },
      percent(0.5),
      percent(0.99),
      ...[FEW, MANY].map(
        (count): Row => ({
          area: "engines",
          what: `a small club (a team, ${GAMES} rated games) in PostgreSQL with its indexes, of ${count.toLocaleString("en-US")}`,
          unit: "bytes",
          better: "less",
          floor: null,
          goal: null,
          measure: () => bytesOfClub(count),
        }),
      ),
    ]
  : [];
