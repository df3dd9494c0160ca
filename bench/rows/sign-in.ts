import { hash, verify } from "@node-rs/argon2";
import { DEMO_CLUB } from "../../sandbox/demo-people.ts";
import { openApp } from "../fixtures/app.ts";
import { percentile } from "../fixtures/median.ts";
import { season } from "../fixtures/season.ts";
import type { Server } from "../fixtures/server.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const ROUNDS = sized(4, 1);
const SIGN_INS = sized(40, 6);
/** Same as a page's warm-up: see fixtures/cpu-ratio.ts. */
const WARM_UP = sized(250, 6);
const AT_ONCE = 6;
const PAGES = sized(300, 20);
/** The parameters of app/domain/control/passwords/password.server.ts. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

async function signIn(app: Server): Promise<void> {
  const form = new URLSearchParams({ identifier: DEMO_CLUB.code, password: DEMO_CLUB.password });
  const { status } = await app.ask(
    "/club/login",
    { "Content-Type": "application/x-www-form-urlencoded", Origin: `http://127.0.0.1:${app.port}` },
    form.toString(),
  );
  if (status !== 303) throw new Error(`Signing in answered ${status}`);
}

/** Runs the work concurrently until it was done the given number of times. */
async function together(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const hand = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

/** Measures the cost of verifying a password alone against the server's cost of a whole sign-in, alternating. */
async function againstArgon(): Promise<Figure> {
  const app = await openApp();
  const stored = await hash(DEMO_CLUB.password, ARGON);
  await together(WARM_UP, () => signIn(app));
  let alone = 0;
  let whole = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, system } = process.cpuUsage();
    await together(SIGN_INS, () => verify(stored, DEMO_CLUB.password));
    const spent = process.cpuUsage({ user, system });
    alone += (spent.user + spent.system) / 1000;
    const before = app.cpuMs();
    await together(SIGN_INS, () => signIn(app));
    whole += app.cpuMs() - before;
  }
  const msPerSignIn = (ms: number) => (ms / (ROUNDS * SIGN_INS)).toFixed(1);
  return {
    figure: alone / whole,
    note: `${msPerSignIn(whole)} ms of CPU per sign-in, ${msPerSignIn(alone)} ms of them argon2id`,
  };
}

/** Measures how long others wait for a page while many people sign in. */
async function pagesMeanwhile(): Promise<Figure> {
  const app = await openApp();
  const { cookies } = await season();
  const waits = async () => {
    const took: number[] = [];
    for (let n = 0; n < PAGES; n += 1) {
      const began = performance.now();
      await app.ask("/dashboard", { Cookie: cookies.manager });
      took.push(performance.now() - began);
    }
    return percentile(took, 0.99);
  };
  await waits();
  const quiet = await waits();
  let over = false;
  const crowd = Array.from({ length: AT_ONCE }, async () => {
    while (!over) await signIn(app);
  });
  const stopped = waits().finally(() => {
    over = true;
  });
  const [busy] = await Promise.all([stopped, ...crowd]);
  return { figure: busy / quiet, note: `p99 ${quiet.toFixed(0)} ms quiet, ${busy.toFixed(0)} ms` };
}

export const rows: Row[] = [
  {
    area: "sign-in",
    what: "sign-ins a CPU second against argon2id alone",
    unit: "times",
    better: "more",
    floor: 0.8,
    goal: 0.95,
    measure: againstArgon,
  },
  {
    area: "sign-in",
    what: `p99 of the dashboard while ${AT_ONCE} sign in without pause, against quiet`,
    unit: "times",
    better: "less",
    floor: 6,
    goal: 2,
    measure: pagesMeanwhile,
  },
];
