import { MOST_IDLE_FILES } from "#app/db/clubs.server.ts";
import { openMemory } from "#app/db/file-engine.server.ts";
import { clubFilesWithin, limitForClubs, openFilesLimit } from "#app/runtime/open-files.server.ts";
import { portProblem } from "../start/port.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";

/** A busy hour's connections need at least this many. */
const LEAST_DESCRIPTORS = 256;
const ANSWERS_WITHIN_MS = 3_000;

/** The day on which each version of Node gets its last security fix. */
const NODE_SUPPORTED_UNTIL: Record<number, string> = {
  20: "2026-04-30",
  22: "2027-04-30",
  24: "2028-04-30",
};

/** @param engines the range in package.json: '>=20.19' */
export function ofNode(version: string, engines: string, at: Date): Finding[] {
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
  const [has, least] = [numbers(version), numbers(engines)];
  const older = least.some((n, i) => (has[i] ?? 0) < n && least.slice(0, i).every((l, j) => has[j] === l));
  if (older) return [wrong("node", `Node ${version} is too old`, `install Node ${engines}`)];
  const until = NODE_SUPPORTED_UNTIL[has[0] ?? 0];
  if (until && at.toISOString().slice(0, 10) > until)
    return [warn("node", `Node ${version} has had no security fixes since ${until}`, "install Node 24")];
  const probe = openMemory();
  try {
    const sqlite = probe.prepare("select sqlite_version()").pluck().get() as string;
    return [ok("node", `Node ${version}, SQLite ${sqlite}`)];
  } finally {
    probe.close();
  }
}

/** @param limits the text of /proc/self/limits; null if the machine has none */
export function ofDescriptors(clubs: number, limits: string | null): Finding[] {
  const limit = openFilesLimit(limits);
  if (limit === null) return [ok("descriptors", limits ? "unlimited" : "this machine does not say")];
  const [fit, wanted] = [clubFilesWithin(limit), Math.min(clubs, MOST_IDLE_FILES)];
  const says = `${limit} open files per process: of ${clubs} clubs ${Math.min(clubs, fit)} files stay open`;
  if (limit < LEAST_DESCRIPTORS)
    return [wrong("descriptors", says, `ulimit -n ${limitForClubs(MOST_IDLE_FILES)} (or LimitNOFILE=)`)];
  if (fit < wanted)
    return [warn("descriptors", says, `ulimit -n ${limitForClubs(wanted)} (or LimitNOFILE=)`)];
  return [ok("descriptors", says)];
}

/** Checks whether the port is free, ours, or taken by another program. */
export async function ofPort(port: number, host: string): Promise<Finding[]> {
  const problem = await portProblem(port, host);
  if (!problem) return [ok("port", `${port} is free: the site does not run here`)];
  const at = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}/healthz`;
  const health = await askHealth(at);
  if (health === null) return [wrong("port", problem, "stop the other program, or set PORT")];
  return health.ok === true
    ? [ok("port", `the site answers on ${port}`)]
    : [wrong("port", `the site on ${port} answers that it is not well`, "look at its log")];
}

/** Returns the answer of /healthz; null if nothing, or another program, answers. */
async function askHealth(at: string): Promise<{ ok?: unknown } | null> {
  try {
    const answer = await fetch(at, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    const said: unknown = await answer.json();
    return typeof said === "object" && said !== null && "ok" in said ? said : null;
  } catch (error) {
    // No HTTP, no JSON or no answer in time: not our server.
    if (error instanceof Error) return null;
    throw error;
  }
}

const SLACK_MS = 5 * 60_000;

/**
 * Checks that the machine's clock is not earlier than recorded events.
 * @param marks recorded times, with their meaning
 */
export function ofClock(at: Date, marks: { what: string; at: Date }[], demoAheadMs: number): Finding[] {
  const ahead = marks.find((mark) => mark.at.getTime() > at.getTime() + SLACK_MS);
  const found = [
    ahead
      ? wrong(
          "clock",
          `it says ${at.toISOString()}, and ${ahead.what} is of ${ahead.at.toISOString()}`,
          "set the machine's clock (timedatectl), and keep it set by NTP",
        )
      : ok("clock", at.toISOString()),
  ];
  if (demoAheadMs !== 0) {
    const hours = Math.round(demoAheadMs / 3_600_000);
    found.push(warn("clock", `the demo's clock is ${hours} hours ahead`, "set it back on /sandbox"));
  }
  return found;
}
