import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";
import { Chance, pause } from "./chance.ts";
import { judge } from "./judge.ts";
import { type Ledger, newLedger } from "./ledger.ts";
import { isAlive, killHard, processesBelow } from "./processes.ts";
import { rest } from "./rest.ts";
import { writeSeason } from "./season.ts";
import { Traffic } from "./traffic.ts";

/** Every so many rounds the supervisor dies instead, and everything restarts. */
const SUPERVISOR_EVERY = 12;
const LONGEST_PAUSE_MS = 400;
const PROGRESS_WITHIN_MS = 120_000;

/** Kills processes of a busy installation, so many times, and judges what is left. Takes up to 20 s a round. */
export async function killDuringTraffic(rounds: number, seed: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-durability-"));
  process.env.DATA_DIR = dataDir;
  const port = await freePort();
  const chance = new Chance(seed);
  const ledger = newLedger();
  const env = { WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" };
  const start = () => startServer({ dataDir, port, env });

  const season = await writeSeason(dataDir, 100 + rounds * 4);
  let server = await start();
  onTestFinished(async () => {
    await server.stop();
  });
  const traffic = new Traffic(server.url, ledger, new Chance(seed + 1));
  traffic.start(season, 2);
  const killed: Record<string, number> = {};
  for (let round = 1; round <= rounds; round += 1) {
    await progress(ledger);
    await pause(chance.next() * LONGEST_PAUSE_MS);
    const kind =
      round % SUPERVISOR_EVERY === 0 ? await killSupervisor(server, chance) : killOne(server, chance);
    killed[kind] = (killed[kind] ?? 0) + 1;
    if (kind === "supervisor") server = await start();
  }
  await traffic.stop();
  await rest(server);
  const output = server.output;
  expect(await server.stop({ keepData: true })).toBe(0);

  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  try {
    console.log(summaryOf(killed, ledger, seed));
    expect(await judge(open, ledger, dataDir), output.slice(-3000)).toEqual([]);
  } finally {
    await open.close();
  }
}

/** Waits for an answer since the last kill, so that the next one hits a working system. */
async function progress(ledger: Ledger): Promise<void> {
  const before = ledger.acknowledged;
  await until(
    PROGRESS_WITHIN_MS,
    async () => ledger.acknowledged > before || ledger.wrong.length > 0 || undefined,
  );
}

/** Kills one web process or the jobs process, running or still starting. */
export function killOne(
  running: RunningServer,
  chance: Chance,
  kinds: readonly string[] = ["web", "jobs"],
): string {
  const there = processesBelow(running.child.pid ?? 0).filter(({ kind }) => kinds.includes(kind));
  if (there.length === 0) return "nobody";
  const { pid, kind } = chance.oneOf(there);
  killHard(pid);
  return kind;
}

/** Kills the supervisor alone, or with all its children as a service manager would. */
async function killSupervisor(running: RunningServer, chance: Chance): Promise<string> {
  const below = processesBelow(running.child.pid ?? 0);
  const all = chance.happens(0.5);
  killHard(running.child.pid ?? 0);
  if (all) for (const { pid } of below) killHard(pid);
  await until(PROGRESS_WITHIN_MS, async () => !below.some(({ pid }) => isAlive(pid)) || undefined);
  return "supervisor";
}

function summaryOf(killed: Record<string, number>, ledger: Ledger, seed: number): string {
  const count = (all: Map<string, { acknowledged: boolean }>) =>
    [...all.values()].filter(({ acknowledged }) => acknowledged).length;
  const effects = [
    `${count(ledger.ratings)} ratings`,
    `${count(ledger.payments)} sign-ups`,
    `${count(ledger.invitations)} invitations`,
    `${count(ledger.messages)} messages`,
    `${count(ledger.documents)} documents`,
  ];
  const kills = Object.entries(killed).map(([kind, times]) => `${times} ${kind}`);
  return `seed ${seed}: killed ${kills.join(", ")}; acknowledged ${effects.join(", ")}; ${ledger.cut} requests cut off`;
}
