import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran this long was healthy: its next pause is the first one again. */
const HEALTHY_AFTER_MS = 15_000;
const STOP_WITHIN_MS = 9_500;
/** Longest wait for the processes that stop first. */
const FIRST_WITHIN_MS = 7_500;
const READY_WITHIN_MS = 60_000;

/** Returns the pause before a restart: a quarter of a second at first, doubling up to five seconds. */
export function restartPause(deathsInARow: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, deathsInARow - 1), LONGEST_PAUSE_MS);
}

/** A supervised process, with how often it has died. */
export interface Kept {
  name: string;
  child: ChildProcess;
  deaths: number;
}

/** Restarts processes that die, until it is stopped. */
export class Supervisor {
  readonly #children = new Set<ChildProcess>();
  /** Every process that should run, including those that are down. */
  readonly #kept = new Map<string, Kept & { start: () => ChildProcess }>();
  readonly #restarting = new Set<ChildProcess>();
  readonly #report: (line: string) => void;
  #stopping = false;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** Starts a process and restarts it whenever it dies. @returns the first process, for its messages. */
  keep(name: string, start: () => ChildProcess): ChildProcess {
    return this.#run(name, start, 0);
  }

  /**
   * Starts another process beside one and, once that is ready, has the old one finish (SIGHUP).
   * @returns false if the new one ended before it was ready; the old one then continues
   */
  async replace(name: string, isReady: (child: ChildProcess) => Promise<unknown>): Promise<boolean> {
    const start = this.#kept.get(name)?.start;
    if (!start || this.#stopping) return false;
    const child = this.#begin(start);
    const ended = new Promise<boolean>((resolve) => child.once("exit", () => resolve(false)));
    const late = setTimeout(() => child.kill("SIGKILL"), READY_WITHIN_MS);
    const ready = await Promise.race([isReady(child).then(() => true), ended]);
    clearTimeout(late);
    if (!ready || this.#stopping) return false;
    const old = this.#kept.get(name)?.child;
    this.#keepAlive(name, start, child, 0);
    old?.kill("SIGHUP");
    return true;
  }

  /** Ends a process and starts it again at once, without counting it as a death. */
  restart(name: string): void {
    const child = this.#kept.get(name)?.child;
    if (!child || !this.#children.has(child)) return;
    this.#restarting.add(child);
    child.kill("SIGTERM");
  }

  /** All processes, in the order in which they first started. */
  kept(): Kept[] {
    return [...this.#kept.values()];
  }

  #run(name: string, start: () => ChildProcess, deaths: number): ChildProcess {
    const child = this.#begin(start);
    this.#keepAlive(name, start, child, deaths);
    return child;
  }

  #begin(start: () => ChildProcess): ChildProcess {
    const child = start();
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return child;
  }

  #keepAlive(name: string, start: () => ChildProcess, child: ChildProcess, deaths: number): void {
    const since = Date.now();
    const isCurrent = () => !this.#stopping && this.#kept.get(name)?.child === child;
    this.#kept.set(name, { name, child, start, deaths: this.#kept.get(name)?.deaths ?? 0 });
    child.once("exit", (code, signal) => {
      if (!isCurrent()) return;
      if (this.#restarting.delete(child)) {
        this.#run(name, start, 0);
        return;
      }
      this.#kept.set(name, { name, child, start, deaths: (this.#kept.get(name)?.deaths ?? 0) + 1 });
      const inARow = Date.now() - since > HEALTHY_AFTER_MS ? 1 : deaths + 1;
      const pause = restartPause(inARow);
      this.#report(`The ${name} process ended (${signal ?? code}); it starts again in ${pause / 1000} s`);
      setTimeout(() => {
        if (isCurrent()) this.#run(name, start, inARow);
      }, pause);
    });
  }

  /**
   * Stops all processes; those still running after ten seconds are killed.
   * @param isLast tells which processes continue until the others have ended
   */
  async stop(isLast: (name: string) => boolean = () => false): Promise<void> {
    this.#stopping = true;
    const force = setTimeout(() => {
      for (const child of this.#children) child.kill("SIGKILL");
    }, STOP_WITHIN_MS);
    const last = new Set(this.kept().flatMap(({ name, child }) => (isLast(name) ? [child] : [])));
    const first = [...this.#children].filter((child) => !last.has(child));
    await Promise.race([endAll(first), pause(FIRST_WITHIN_MS, null, { ref: false })]);
    await endAll([...this.#children]);
    clearTimeout(force);
  }
}

async function endAll(children: readonly ChildProcess[]): Promise<void> {
  const ends = children.map((child) => new Promise((resolve) => child.once("exit", resolve)));
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(ends);
}
