import type { Target } from "#tests/security/discover.ts";
import { encodeBody, type Pair, urlEncoded } from "#tests/security/encode.ts";
import { judge } from "#tests/security/judge.ts";
import { scanValues } from "#tests/security/values.ts";
import type { Report, ScanTarget } from "./target.ts";

/** Requests at once: the server hashes passwords on two threads. */
const AT_ONCE = 4;
/** Slower answers are findings: a query that slept, or a pattern that does not end. */
const SLOWEST_MS = 8_000;

interface Shot {
  target: Target;
  /** Field, parameter or part of the path that carries the value. */
  where: string;
  value: string;
}

/**
 * Sends every hostile value to every field and parameter that the walk found, the first value everywhere before the
 * second: if time runs out, the rest is spread over all of them.
 */
export async function crawl({ surface, url, payAt, calmly }: ScanTarget, seconds: number): Promise<Report> {
  const until = Date.now() + seconds * 1000;
  const spots = new Map<string, Target[]>();
  for (const target of surface.targets)
    for (const where of new Set([...target.fields, ...target.query].map(({ name }) => name))) {
      const key = `${target.method} ${target.route} ${where}`;
      spots.set(key, [...(spots.get(key) ?? []), target]);
    }
  // One field looks the same to everybody who sees it: each value comes from another of them.
  const shots = scanValues.flatMap((value, round) =>
    [...spots].map(([key, seen]) => ({
      target: seen[round % seen.length] as Target,
      where: key.split(" ").slice(2).join(" "),
      value,
    })),
  );
  const statuses = new Map<number, number>();
  const suspects: Shot[] = [];
  let sent = 0;
  const queue = shots.values();
  const worker = async () => {
    for (const shot of queue) {
      if (Date.now() > until) return;
      sent += 1;
      if ((await problemsOf(shot)).length > 0) suspects.push(shot);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // Data was reset during running requests: a finding has to fail alone as well.
  const findings: string[] = [];
  for (const shot of suspects)
    for (const problem of await calmly(() => problemsOf(shot))) findings.push(describe(shot, problem));
  const tally = [...statuses].sort(([a], [b]) => a - b).map(([status, many]) => `${many} × ${status}`);
  return {
    summary: `${sent} of ${shots.length} requests: ${scanValues.length} hostile values in ${spots.size} fields and parameters; ${tally.join(", ")}`,
    findings,
  };

  async function problemsOf(shot: Shot): Promise<string[]> {
    const began = Date.now();
    try {
      const answer = await fetch(url + pathOf(shot), requestOf(shot));
      const text = await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const { problems } = await judge(answer, text, [payAt, url]);
      const tookMs = Date.now() - began;
      return tookMs > SLOWEST_MS ? [...problems, `took ${tookMs} ms`] : problems;
    } catch (error) {
      return [`no answer: ${error}`];
    }
  }

  function requestOf({ target, where, value }: Shot): RequestInit {
    const headers: Record<string, string> = { Origin: url };
    if (target.actor.cookie) headers.Cookie = target.actor.cookie;
    if (target.method === "GET") return { headers, redirect: "manual" };
    const [button] = target.buttons;
    const fields = [...replaced(target.fields, where, value), ...(button ? [button] : [])];
    const hasFile = target.fields.some(({ file }) => file);
    const { body, type } = encodeBody(fields, hasFile ? "multipart" : "urlencoded");
    if (type) headers["Content-Type"] = type;
    return { method: "POST", headers, body, redirect: "manual" };
  }
}

const replaced = (pairs: Pair[], where: string, value: string): Pair[] =>
  pairs.map((pair) => (pair.name === where ? { ...pair, value, bytes: false } : pair));

function pathOf({ target, where, value }: Shot): string {
  const search = urlEncoded(replaced(target.query, where, value));
  return search ? `${target.path}?${search}` : target.path;
}

const describe = ({ target, where, value }: Shot, problem: string) =>
  `${problem}: ${target.method} ${target.route} as ${target.actor.name}, ${where} = ${JSON.stringify(value.slice(0, 80))}`;
