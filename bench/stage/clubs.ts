import { constants, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction } from "#app/db/engine.server.ts";
import { openPlatform } from "#app/db/platform.server.ts";
import { codesIn } from "../../scripts/backup/backup.ts";
import { seedCode } from "../../scripts/seed/club.ts";
import { freePort, type RunningServer, startServer, until } from "../../tests/support/server.ts";
import { atEnd } from "./at-end.ts";
import { build } from "./builds.ts";
import { runScript, type Used } from "./command.ts";
import { type Process, processesOf } from "./processes.ts";
import { Server } from "./server.ts";

/** So many are made unless CLUBS says otherwise; issue and budgets speak of 10,000. */
const CLUBS = 300;
const TEAMS = 10;
const GAMES = 5;
const WEB_WORKERS = 2;
/** Ten thousand files may have to be migrated first, on a machine that has other things to do. */
const READY_WITHIN_MS = 900_000;

/** A data folder with so many clubs, and what it took to make it. */
export interface Clubs {
  dataDir: string;
  clubs: number;
  teams: number;
  mbAClub: number;
  /** null: the folder was there. */
  seeding: Used | null;
}

let seeded: Promise<Clubs> | undefined;

/** Where a data folder stands that `APP_MODE=test npm run seed -- --teams 10 --games 5 …` has filled: it is copied. */
export const PREPARED = process.env.CLUBS_FROM;

/** Seeded once a run. */
export function clubs(): Promise<Clubs> {
  seeded ??= PREPARED ? copy(PREPARED) : seed(Number(process.env.CLUBS ?? CLUBS));
  return seeded;
}

async function seed(count: number): Promise<Clubs> {
  const dataDir = temporaryFolder("clubs");
  const options = { clubs: count, teams: TEAMS, games: GAMES };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return sizeUp(dataDir, await runScript("seed", dataDir, args));
}

async function copy(from: string): Promise<Clubs> {
  const dataDir = temporaryFolder("clubs");
  cpSync(from, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return sizeUp(dataDir, null);
}

function sizeUp(dataDir: string, seeding: Used | null): Clubs {
  const codes = codesIn(dataDir);
  const bytes = codes.reduce((sum, code) => sum + statSync(join(dataDir, "clubs", `${code}.sqlite`)).size, 0);
  const { length: count } = codes;
  return { dataDir, clubs: count, teams: count * TEAMS, mbAClub: bytes / count / 1e6, seeding };
}

/** Removed at the end of the run. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `goodside-${name}-`));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The whole site over the clubs: supervisor, web processes, jobs, stand-ins. */
export interface Site {
  startSeconds: number;
  startCpuSeconds: number;
  /** A Cookie header for the administrator of each club, by the club's number from 0. */
  cookies: string[];
  line: Server;
  processes(): Process[];
  /** How many club files each web process holds open, as its metrics say. */
  openFiles(): Promise<number[]>;
  stop(): Promise<void>;
}

let started: Promise<Site> | undefined;

/** Started once a run. */
export function site(): Promise<Site> {
  started ??= start();
  return started;
}

async function start(): Promise<Site> {
  const { dataDir, clubs: count } = await clubs();
  const cookies = await signIn(dataDir, count);
  build("app");
  const metricsPort = await freePort();
  const began = performance.now();
  const running: RunningServer = await startServer({
    dataDir,
    readyWithinMs: READY_WITHIN_MS,
    env: { WEB_WORKERS: String(WEB_WORKERS), METRICS_PORT: String(metricsPort), LOG_LEVEL: "warn" },
  });
  const openFiles = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const each = text.matchAll(/^goodside_club_files_open\{[^}]*process="web-\d+"[^}]*\} (\d+)/gm);
    return [...each].map(([, files]) => Number(files));
  };
  const startSeconds = (performance.now() - began) / 1000;
  // Connections are dealt out among those that listen: all of them shall.
  await until(60_000, async () => (await openFiles().catch(() => [])).length === WEB_WORKERS || undefined);
  const { pid } = running.child;
  if (pid === undefined) throw new Error("The site has no process");
  const line = new Server(Number(new URL(running.url).port), running.child);
  let stopped: Promise<unknown> | undefined;
  const stop = async () => {
    stopped ??= line.stop();
    await stopped;
  };
  atEnd(stop);
  const processes = () => processesOf(pid);
  return {
    startSeconds,
    startCpuSeconds: cpuMs(processes()) / 1000,
    cookies,
    line,
    processes,
    openFiles,
    stop,
  };
}

export const cpuMs = (processes: readonly Process[]) =>
  processes.reduce((sum, process) => sum + process.cpuMs, 0);

/** Rows of sessions, in one transaction: signing in costs a hash each. */
async function signIn(dataDir: string, count: number): Promise<string[]> {
  process.env.APP_MODE = "test";
  const { startSession } = await import("#app/auth/session.server.ts");
  const { control, close } = await openPlatform({ dataDir, mode: "test", migrateOnOpen: true });
  try {
    const accounts = await control
      .selectFrom("accounts")
      .select(["id", "club_code"])
      .where("club_code", "is not", null)
      .execute();
    const byCode = new Map(accounts.map(({ id, club_code }) => [club_code, id]));
    return await inTransaction(control, async (tx) => {
      const cookies: string[] = [];
      for (let club = 0; club < count; club += 1) {
        const clubCode = seedCode(club + 1);
        const session = await startSession(tx, {
          accountId: byCode.get(clubCode) ?? "",
          clubCode,
          remember: true,
          ip: "127.0.0.1",
          userAgent: "bench",
        });
        cookies.push(session.split(";")[0] ?? "");
      }
      return cookies;
    });
  } finally {
    await close();
  }
}
