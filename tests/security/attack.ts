import fc from "fast-check";
import { isPath } from "#app/server/request-checks.ts";
import type { Surface, Target } from "./discover.ts";
import { type Encoding, encodeBody, encodings, type Pair, percent, urlEncoded } from "./encode.ts";
import { type Change, change, hostileOrHuge, strangeName } from "./values.ts";

/** One hostile request, as numbers and texts that fast-check can shrink. */
export interface Attack {
  /** Row of the address table, and index of its discovered request. */
  row: number;
  way: number;
  button: number;
  path: [where: number, change: Change][];
  query: [where: number, change: Change][];
  fields: [where: number, change: Change][];
  extra: [name: string, value: string][];
  cookie: Change | null;
  userAgent: string | null;
  encoding: Encoding;
}

const at = fc.nat(10_000);
const changes = (maxLength: number) => fc.array(fc.tuple(at, change), { maxLength });

export const attack: fc.Arbitrary<Attack> = fc.record({
  row: at,
  way: at,
  button: at,
  path: fc.oneof(
    { weight: 4, arbitrary: fc.constant<[number, Change][]>([]) },
    { weight: 1, arbitrary: changes(1) },
  ),
  query: changes(2),
  fields: changes(3),
  extra: fc.oneof(
    { weight: 5, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(strangeName, hostileOrHuge), { maxLength: 2 }) },
  ),
  cookie: fc.option(change, { freq: 19 }),
  userAgent: fc.option(fc.stringMatching(/^[\x20-\x7e]{0,40}$/), { freq: 19 }),
  encoding: fc.oneof(
    { weight: 14, arbitrary: fc.constant<Encoding>("urlencoded") },
    { weight: 4, arbitrary: fc.constant<Encoding>("multipart") },
    { weight: 2, arbitrary: fc.constantFrom(...encodings) },
  ),
});

export interface Shot {
  target: Target;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** Groups the requests by row of the table; all rows are equally likely. */
export function rowsOf({ targets }: Surface): Target[][] {
  const rows = new Map<string, Target[]>();
  for (const target of targets) {
    const key = `${target.method} ${target.route}`;
    rows.set(key, [...(rows.get(key) ?? []), target]);
  }
  return [...rows.values()];
}

const of = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** Builds the request of an attack. */
export function aim(attack: Attack, rows: Target[][], pool: string[]): Shot {
  const target = of(of(rows, attack.row) ?? [], attack.way);
  if (!target) throw new Error("Nothing to aim at");
  const query = changed(target.query, attack.query, target.queryNames, pool);
  const button = of(target.buttons, attack.button);
  const posted = [...target.fields, ...(button ? [button] : [])];
  const extra = attack.extra.map(([name, value]) => ({ name, value }));
  const path = changedPath(target.path, attack.path, pool);
  const headers: Record<string, string> = {};
  const cookie = attack.cookie ? changedCookie(target.actor.cookie, attack.cookie) : target.actor.cookie;
  if (cookie) headers.Cookie = cookie;
  if (attack.userAgent !== null) headers["User-Agent"] = attack.userAgent;
  if (target.method === "GET") {
    const search = urlEncoded([...query, ...changed([], attack.fields, target.queryNames, pool), ...extra]);
    return { target, method: "GET", path: search ? `${path}?${search}` : path, headers };
  }
  const fields = [...changed(posted, attack.fields, target.unseenFields, pool), ...extra];
  const upload = target.fields.some(({ file }) => file) && attack.encoding === "urlencoded";
  const { body, type } = encodeBody(fields, upload ? "multipart" : attack.encoding);
  if (type) headers["Content-Type"] = type;
  const search = urlEncoded(query);
  return { target, method: "POST", path: search ? `${path}?${search}` : path, headers, body };
}

/** Applies changes to pairs. A missing one is added under a name that the server reads. */
function changed(pairs: Pair[], changes: [number, Change][], moreNames: string[], pool: string[]): Pair[] {
  const result: Pair[][] = pairs.map((pair) => [pair]);
  const names = [...new Set([...pairs.map(({ name }) => name), ...moreNames])];
  for (const [where, how] of changes) {
    const name = of(names, where);
    if (name === undefined) continue;
    const index = pairs.findIndex((pair) => pair.name === name);
    const pair = pairs[index] ?? { name, value: "1" };
    const now = changePair(pair, how, pool);
    if (index === -1) result.push(now);
    else result[index] = now;
  }
  return result.flat();
}

function changePair(pair: Pair, how: Change, pool: string[]): Pair[] {
  const { name, value } = pair;
  switch (how.kind) {
    case "replace":
      return [{ ...pair, value: how.text }];
    case "before":
      return [{ ...pair, value: how.text + value }];
    case "after":
      return [{ ...pair, value: value + how.text }];
    case "twice":
      return [pair, { ...pair, value: how.text }];
    case "leave out":
      return [];
    case "list":
      return [`${name}[]`, `${name}[0]`, `${name}[999999999]`].map((changed) => ({ ...pair, name: changed }));
    case "object":
      return [`${name}.x`, `${name}[__proto__]`, `${name}.constructor.prototype`].map((changed) => ({
        ...pair,
        name: changed,
      }));
    case "file":
      return [{ ...pair, file: !pair.file }];
    case "cut":
      return [{ ...pair, value: value.slice(0, value.length / 2) }];
    case "double":
      return [{ ...pair, value: value + value }];
    case "case":
      return [{ ...pair, value: value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase() }];
    case "swap":
      return [{ ...pair, value: of(pool, how.with) ?? "" }];
  }
}

/** Replaces parts of a path. Lone surrogates become U+FFFD, since the server refuses them earlier. */
function changedPath(path: string, changes: [number, Change][], pool: string[]): string {
  const parts = path.split("/").slice(1);
  for (const [where, how] of changes) {
    const index = where % parts.length;
    const value = changePair({ name: "", value: parts[index] ?? "" }, how, pool)[0]?.value ?? "";
    parts[index] = percent(Buffer.from(value).toString().replaceAll("\0", "").slice(0, 2_000));
  }
  const joined = `/${parts.join("/")}`;
  // http.test.ts covers what the server refuses before the app runs.
  return isPath(joined) ? joined : path;
}

function changedCookie(cookie: string, how: Change): string {
  const [name = "session", value = ""] = cookie.split("=");
  const pairs = changePair({ name, value }, how, []);
  // A client can only send header values without control characters.
  return pairs
    .map((pair) => `${pair.name}=${percent(pair.value).slice(0, 8_000)}`)
    .join("; ")
    .replace(/[^\x20-\x7e]/g, "");
}
