import { expect, onTestFinished } from "vitest";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";
import { Chance, pause } from "./chance.ts";
import { type Ledger, newLedger } from "./ledger.ts";
import { ownFolder } from "./own-folder.ts";
import { isAlive, killHard, killOne, processesBelow } from "./processes.ts";

const { dataDir, drop } = await ownFolder("durability");
const { judge } = await import("./judge.ts");
const { rest } = await import("./rest.ts");
const { writeSeason } = await import("./season.ts");
const { openStored } = await import("./stored.ts");
const { Traffic } = await import("./traffic.ts");

/** Every this many rounds the supervisor dies instead, and everything restarts. */
const SUPERVISOR_EVERY = 12;
const LONGEST_PAUSE_MS = 400;
const PROGRESS_WITHIN_MS = 120_000;

/**
 * Kills processes of a busy installation for a number of rounds, and judges the remains: once in a process, whose data
 * folder it takes. Takes up to 20 s a round.
 */
export async function killDuringTraffic(rounds: number, seed: number): Promise<void> {
  const port = await freePort();
  const chance = new Chance(seed);
  const ledger = newLedger();
  const env = { WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" };
  const start = () => startServer({ dataDir, port, env });

  const season = await writeSeason(dataDir, 100 + rounds * 4);
  let server = await start();
  onTestFinished(async () => {
    await server.stop();
    await drop();
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

  const open = await openStored(dataDir);
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
