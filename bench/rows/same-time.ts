import { ACCOUNTS, accounts, clubCode, clubEmail, coachEmail, staffEmail } from "../fixtures/accounts.ts";
import { median, percentile } from "../fixtures/median.ts";
import { type Server, startServer } from "../fixtures/server.ts";
import type { Figure, Row } from "../row.ts";

let running: Promise<Server> | undefined;

/** Starts a web process that trusts the bench's client addresses, so that each try comes from a network of its own. */
function app(): Promise<Server> {
  running ??= accounts().then((dataDir) =>
    startServer("app", dataDir, "/healthz", {}, { TRUST_PROXY: "loopback" }),
  );
  return running;
}

let clients = 0;

async function timed(path: string, form: Record<string, string>): Promise<number> {
  const server = await app();
  clients += 1;
  const began = performance.now();
  const { status } = await server.ask(
    path,
    {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: `http://127.0.0.1:${server.port}`,
      "X-Forwarded-For": `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
    },
    new URLSearchParams(form).toString(),
  );
  const took = performance.now() - began;
  if (![303, 422].includes(status)) throw new Error(`${path} answered ${status}`);
  return took;
}

/** Alternates known and unknown names, each once; measures the slower kind's time relative to the other's. */
async function compare(
  path: string,
  form: (name: string) => Record<string, string>,
  nameOf: (n: number) => string,
): Promise<Figure> {
  for (let n = 0; n < 20; n += 1) await timed(path, form(`warm${clients}${nameOf(n)}`));
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const other = `x${nameOf(n)}`;
    // Both go first equally often.
    if (n % 2 === 0) known.push(await timed(path, form(nameOf(n))));
    unknown.push(await timed(path, form(other)));
    if (n % 2 === 1) known.push(await timed(path, form(nameOf(n))));
  }
  const ratio = median(known) / median(unknown);
  const said = (times: number[]) => `${median(times).toFixed(1)} (p95 ${percentile(times, 0.95).toFixed(1)})`;
  return {
    figure: Math.max(ratio, 1 / ratio),
    note: `${ACCOUNTS} in turn, ms: known ${said(known)}, unknown ${said(unknown)}`,
  };
}

const password = "Wrong-Password-1";
const signIn = (identifier: string) => ({ identifier, password });
const row = (what: string, measure: Row["measure"], answersAlike = true): Row => ({
  area: "same-time",
  what: `${what}: medians of known and unknown names`,
  unit: "times",
  better: "less",
  floor: answersAlike ? 1.1 : null,
  goal: answersAlike ? 1.03 : null,
  measure,
});

export const rows: Row[] = [
  row("sign-in by club code", () => compare("/club/login", signIn, clubCode)),
  row("sign-in by a coach's email", () => compare("/club/login", signIn, coachEmail)),
  row("sign-in by a club's email", () => compare("/club/login", signIn, clubEmail)),
  row("sign-in of staff", () => compare("/admin/login", (email) => ({ email, password }), staffEmail)),
  row("reset of staff", () => compare("/admin/forgot-password", (email) => ({ email }), staffEmail)),
  row("new setup link of a club", () =>
    compare("/account/set-up-password", (clubCode) => ({ intent: "new-link", clubCode }), clubCode),
  ),
  // Documented to answer 'No club account found…': the answer reveals it, so its time need not hide it.
  row(
    "reset of a club (says whether it is known)",
    () => compare("/account/forgot-password?for=club", (email) => ({ email }), clubEmail),
    false,
  ),
  row(
    "reset of a coach (says whether it is known)",
    () => compare("/account/forgot-password?for=coach", (email) => ({ email }), coachEmail),
    false,
  ),
];
