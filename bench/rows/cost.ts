import { readFileSync } from "node:fs";
import { addresses } from "#app/config/address-table.ts";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { bodyLimit } from "#app/server/body-limit.ts";
import { encodeBody, type Pair, urlEncoded } from "#tests/security/encode.ts";
import { type Asked, everyAddress } from "../fixtures/every-address.ts";
import { type Server, startServer } from "../fixtures/server.ts";
import { SMALL, sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

/** Limit of one request on the event loop (spec: 300 ms of CPU; more goes to a worker). */
const BOUND_MS = 300;
/** A header section has 16 kB at most, including the cookies. */
const QUERY_BYTES = 12_000;
/** Size of a file in an upload form: the largest in full, which the worker reads. */
const FILE_BYTES = sized(50_000_000, 200_000);
/** Requests of one kind and person, for an address with several. */
const ALIKE = sized(2, 1);

/** Repeated contents of fields: each is expensive for another kind of reader. */
const UNITS = SMALL ? ["x;"] : ["x;", "<a", "=1\n", "e\u0301\u0302", "a@b.c,", "\r\n"];
/** Repeated contents of files: lines, cells, brackets and valid beginnings. */
const FILE_UNITS = SMALL ? ["\n"] : ["\n", ",", '"', "a@b.example,Ann,Ben\n", "[", "PK\u0003\u0004"];

interface Cost {
  /** CPU of the main thread, in milliseconds. */
  ms: number;
  /** The request, in a few words. */
  how: string;
  status: number;
}

/** A request with the worst body, in words. */
interface Worst {
  how: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | undefined;
}

let measured: Promise<Map<string, Cost>> | undefined;

/** Finds the most expensive request of each address. */
function costs(): Promise<Map<string, Cost>> {
  measured ??= measureAll();
  return measured;
}

async function measureAll(): Promise<Map<string, Cost>> {
  const { dataDir, sandboxUrl, asked } = await everyAddress();
  const server = await startServer("app", dataDir, "/healthz", {}, { SANDBOX_URL: sandboxUrl });
  const putBack = keepPeople(dataDir);
  const worst = new Map<string, Cost>();
  const take = async (kind: Asked, request: Worst): Promise<number> => {
    putBack.now();
    const before = mainThreadMs(server);
    // 0: the server refused the body and closed before all of it was sent.
    const { status } = await server
      .ask(request.path, request.headers, request.body)
      .catch(() => ({ status: 0 }));
    if (server.child.exitCode !== null) throw new Error(`The server ended at ${kind.route}: ${request.how}`);
    const ms = mainThreadMs(server) - before;
    if (ms > (worst.get(kind.route)?.ms ?? -1))
      worst.set(kind.route, { ms, status, how: `${kind.method}, ${request.how}` });
    return status;
  };
  const origin = `http://127.0.0.1:${server.port}`;
  // Reading requests come first, then refused ones, last those that change something.
  for (const kind of chosen(asked, "GET")) {
    const status = await take(kind, asLinked(kind));
    // Refused users are redirected at once, whatever else the address carries.
    if (status === 200 || !worst.has(kind.route))
      for (const request of reading(kind)) await take(kind, request);
  }
  const forms = chosen(asked, "POST");
  for (const kind of forms) for (const request of posting(kind, origin)) await take(kind, request);
  for (const kind of forms) await take(kind, asFilled(kind, origin));
  putBack.close();
  report(worst);
  return worst;
}

/** Tables that decide whether a request is let in. */
const PEOPLE = ["sessions", "session_accounts", "accounts", "memberships", "clubs"];
const STAFF = ["platform_sessions", "platform_admins", "platform_challenges", "platform_totp"];

/**
 * Keeps everybody signed in, whatever the requests do: a user who is signed out or over a limit is refused cheaply,
 * which proves nothing.
 */
function keepPeople(dataDir: string): { now(): void; close(): void } {
  const limits = new SqliteFile(`${dataDir}/limits.sqlite`);
  const forgetLimits = limits.prepare("delete from limits");
  const control = new SqliteFile(`${dataDir}/control.sqlite`);
  control.exec("pragma foreign_keys = off");
  const rows = [...PEOPLE, ...STAFF].map((table) => {
    control.exec(`create temp table kept_${table} as select * from main.${table}`);
    return `insert or replace into main.${table} select * from kept_${table} except select * from main.${table}`;
  });
  const restore = rows.map((sql) => control.prepare(sql));
  return {
    now: () => {
      forgetLimits.run();
      for (const statement of restore) statement.run();
    },
    close: () => {
      limits.close();
      control.close();
    },
  };
}

/** Picks requests of each address and person with different contents. */
function chosen(asked: readonly Asked[], method: Asked["method"]): Asked[] {
  const counts = new Map<string, number>();
  return asked.filter((kind) => {
    if (kind.method !== method) return false;
    const key = `${kind.route} ${kind.cookie}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= (kind.fields.some(({ file }) => file) ? 1 : ALIKE);
  });
}

const addressOf = ({ path }: Asked, query: Pair[]) =>
  path + (query.length > 0 ? `?${urlEncoded(query)}` : "");

const asLinked = (kind: Asked): Worst => ({
  how: "as a page links to it",
  path: addressOf(kind, kind.query),
  headers: { Cookie: kind.cookie },
});

function* reading(kind: Asked): Generator<Worst> {
  const headers = { Cookie: kind.cookie };
  const names = [...new Set([...kind.query.map(({ name }) => name), ...kind.queryNames, "q"])];
  for (const unit of UNITS) {
    const room = QUERY_BYTES / encodeURIComponent(unit).length;
    for (const name of SMALL ? names.slice(0, 1) : names) {
      const others = kind.query.filter((pair) => pair.name !== name);
      const long = { name, value: unit.repeat(room) };
      const path = addressOf(kind, [...others, long]);
      yield { how: `${name}=${JSON.stringify(unit)} again and again`, path, headers };
    }
  }
}

function* posting(kind: Asked, origin: string): Generator<Worst> {
  const { route, fields } = kind;
  const path = addressOf(kind, kind.query);
  const send = (how: string, pairs: Pair[], file: boolean): Worst => {
    const { body, type } = encodeBody(pairs, file ? "multipart" : encodingOf(route));
    return { how, path, headers: headersOf(kind, origin, type), body };
  };
  const limit = bodyLimit(kind.path) - 2_000;
  const texts = fields.filter(({ file }) => !file);
  const names = texts.length > 0 ? texts.map(({ name }) => name) : ["x"];
  for (const unit of UNITS) {
    const bytes = encodingOf(route) === "urlencoded" ? encodeURIComponent(unit).length : unit.length * 2;
    const all = names.map((name) => ({ name, value: unit.repeat(limit / names.length / (bytes + 1)) }));
    yield send(`all fields ${JSON.stringify(unit)} again and again`, all, false);
    for (const name of SMALL ? names.slice(0, 1) : names) {
      const long = { name, value: unit.repeat((limit - 4_000) / bytes) };
      const pairs = [...texts.filter((field) => field.name !== name), long];
      yield send(`${name}=${JSON.stringify(unit)} again and again`, pairs, false);
    }
  }
  const [first = "x"] = names;
  const times = Math.floor(limit / (encodeURIComponent(first).length + 3));
  const many = Array.from({ length: Math.min(times, 15_000) }, () => ({ name: first, value: "1" }));
  yield send(`${many.length} times ${first}`, many, false);
  const most = bodyLimit(kind.path, "multipart/form-data");
  for (const field of fields.filter(({ file }) => file))
    for (const unit of FILE_UNITS) {
      const bytes = Math.min(FILE_BYTES, most - 10_000);
      const pairs = fields.map((other) =>
        other === field ? { ...field, value: unit.repeat(bytes / unit.length) } : other,
      );
      yield send(`a file of ${JSON.stringify(unit)}, ${Math.round(bytes / 1_000)} kB`, pairs, true);
    }
}

function asFilled(kind: Asked, origin: string): Worst {
  const { fields } = kind;
  const file = fields.some((field) => field.file);
  const { body, type } = encodeBody(fields, file ? "multipart" : encodingOf(kind.route));
  return {
    how: "as its page fills it",
    path: addressOf(kind, kind.query),
    headers: headersOf(kind, origin, type),
    body,
  };
}

const encodingOf = (route: string) => (/^\/(api|webhooks)\//.test(route) ? "json" : "urlencoded");

function headersOf({ cookie }: Asked, origin: string, type: string | null): Record<string, string> {
  return { Cookie: cookie, Origin: origin, ...(type ? { "Content-Type": type } : {}) };
}

/** Returns the CPU time of the server's event loop so far, without its workers and the collector's threads. */
function mainThreadMs({ child }: Server): number {
  const [spent = "0"] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, "utf8").split(" ");
  return Number(spent) / 1e6;
}

/** Reports requests over the limit. */
function report(worst: ReadonlyMap<string, Cost>): void {
  const over = [...worst]
    .filter(([, { ms }]) => ms > BOUND_MS)
    .sort(([, one], [, other]) => other.ms - one.ms);
  process.stderr.write(`\n${over.length} of ${worst.size} addresses are over ${BOUND_MS} ms of CPU.\n`);
  for (const [route, { ms, how, status }] of over)
    process.stderr.write(`  ${Math.round(ms)} ms  ${route}: ${how} (${status})\n`);
}

/** Event-loop time of each address's most expensive request. */
export const rows: Row[] = Object.keys(addresses).map((route) => ({
  area: "cost",
  what: route,
  unit: "ms",
  better: "less",
  floor: BOUND_MS,
  goal: null,
  async measure(): Promise<Figure> {
    const cost = (await costs()).get(route);
    if (!cost) throw new Error(`${route} was not asked`);
    return { figure: cost.ms, note: `${cost.how} (${cost.status})` };
  },
}));
