import type { Database } from "#app/db/postgres/open.server.ts";
import { loadDashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { openApp } from "../fixtures/app.ts";
import { cpuAgainst } from "../fixtures/cpu-ratio.ts";
import { hasPostgres, manyClubs, manyCode, seasonInPostgres } from "../fixtures/engines.ts";
import { median, percentile } from "../fixtures/median.ts";
import { season } from "../fixtures/season.ts";
import { type Server, startServer } from "../fixtures/server.ts";
import { sized } from "../fixtures/size.ts";
import type { Row } from "../row.ts";

const FEW = sized(1_000, 10);
const MANY = sized(100_000, 50);
const DASHBOARDS = sized(3_000, 40);
const WARM_UP = sized(300, 10);

let onPostgres: Promise<Server> | undefined;

/** Our web process over the season's data in PostgreSQL. */
function appOnPostgres(): Promise<Server> {
  onPostgres ??= (async () => {
    const { dataDir } = await season();
    const { url } = await seasonInPostgres();
    return startServer("app", dataDir, "/healthz", {}, { DATABASE_URL: url });
  })();
  return onPostgres;
}

interface Times {
  few: number[];
  many: number[];
}
let timed: Promise<Times> | undefined;

/** How long a dashboard's statements take, of a random club among few and among many, in turn. */
function dashboards(): Promise<Times> {
  timed ??= (async () => {
    const few = await manyClubs(FEW);
    const many = await manyClubs(MANY);
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
      percent(0.5),
      percent(0.99),
    ]
  : [];
