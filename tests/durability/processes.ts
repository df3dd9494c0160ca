import { readdirSync, readFileSync } from "node:fs";
import type { RunningServer } from "../support/server.ts";
import type { Chance } from "./chance.ts";

export interface Process {
  pid: number;
  kind: "web" | "jobs" | "stand-ins" | "helper";
}

const KINDS: [part: string, kind: Process["kind"]][] = [
  ["build/processes/serve.js", "web"],
  ["build/processes/jobs.js", "jobs"],
  ["sandbox/main.ts", "stand-ins"],
];

/** Lists the live descendants of a process, by program (Linux: read from /proc). */
export function processesBelow(parent: number): Process[] {
  const children = readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    return Number.isInteger(pid) && parentOf(pid) === parent ? [pid] : [];
  });
  return children.flatMap((pid) => [{ pid, kind: kindOf(pid) }, ...processesBelow(pid)]);
}

/** Kills a process with SIGKILL; no error if it has already ended. */
export const killHard = (pid: number): void => send(pid, "SIGKILL");

/** Sends a process a signal; no error if it has already ended. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
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

export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== null && !/\) Z /.test(stat);
}

function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The name is in brackets and may contain anything; state and parent follow it.
  const [state, parent] = stat ? stat.slice(stat.lastIndexOf(")") + 2).split(" ") : [];
  return parent === undefined || state === "Z" ? null : Number(parent);
}

function kindOf(pid: number): Process["kind"] {
  const command = read(`/proc/${pid}/cmdline`) ?? "";
  return KINDS.find(([part]) => command.includes(part))?.[1] ?? "helper";
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It ended after it was listed.
    return null;
  }
}
