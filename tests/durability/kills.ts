import { type RunningServer, until } from "../support/server.ts";
import type { Answer, Visitor } from "../support/visitor.ts";
import { type Chance, pause } from "./chance.ts";
import { killHard, processesBelow } from "./processes.ts";

const ANSWERS_WITHIN_MS = 60_000;
const LATEST_KILL_MS = 60;
/** A killed process is back after seconds: a kill at each step would take minutes. */
const SHARE_OF_KILLS = 0.3;

/** Lets people act while processes of their server die: they press again until it answers. */
export function underKills(server: () => RunningServer, chance: Chance, share = SHARE_OF_KILLS) {
  let kills = 0;

  function kill(kind: "web" | "jobs"): void {
    for (const { pid } of processesBelow(server().child.pid ?? 0).filter((one) => one.kind === kind)) {
      killHard(pid);
      kills += 1;
    }
  }

  async function perhapsKill(): Promise<void> {
    if (!chance.happens(share)) return;
    await pause(chance.next() * LATEST_KILL_MS);
    kill(chance.happens(0.5) ? "web" : "jobs");
  }

  /**
   * Takes a step, repeatedly until it is answered.
   * @param leadsTo target of the answer's redirect, or its status.
   * @throws Error with the page's text for any other answer.
   */
  async function step(take: () => Promise<Answer>, leadsTo: string | RegExp): Promise<Answer> {
    const [answer] = await Promise.all([untilAnswered(take), perhapsKill()]);
    const to = answer.location || String(answer.status);
    if (typeof leadsTo === "string" ? to.startsWith(leadsTo) : leadsTo.test(to)) return answer;
    throw new Error(`${to}, wanted ${leadsTo}: ${textOf(answer)}`);
  }

  return { step, kill, kills: () => kills };
}

/** Returns the text of a page, requested again while the server restarts. */
export const read = async (person: Visitor, path: string): Promise<string> =>
  textOf(await untilAnswered(() => person.get(path)));

const untilAnswered = (take: () => Promise<Answer>): Promise<Answer> =>
  until(ANSWERS_WITHIN_MS, async () => {
    const answer = await take().catch(() => null);
    return answer && answer.status < 500 ? answer : undefined;
  });

const textOf = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>|<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
