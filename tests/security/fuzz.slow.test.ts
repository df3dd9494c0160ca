import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { aim, attack, rowsOf, type Shot } from "./attack.ts";
import { takeBaseline } from "./baseline.ts";
import { cookieProblems } from "./cookies.ts";
import { discover, type Target } from "./discover.ts";
import { judge, markupProblems } from "./judge.ts";

process.env.LOG_LEVEL = "error";
// As in production, where React renders twice as fast.
process.env.NODE_ENV = "production";
const { openFixture, PRIVATE } = await import("./fixture.ts");
const { openCounts } = await import("../support/counts.ts");

/** Set by `npm run fuzz -- --cases N --seed N`. */
const CASES = Number(process.env.FUZZ_CASES ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const fixture = await openFixture();
const baseline = await takeBaseline(fixture.world.dataDir);
/** Restores everything except the number of the next payment page, since Stripe remembers the used ones. */
const putBack = async () => {
  await baseline.restore();
  await baseline.change("signups", "attempt = attempt + 1");
};
// A fixed clock: in a run of hours links would expire, and a GET may renew a session's last use.
vi.useFakeTimers({ toFake: ["Date"] });
const surface = await discover(fixture, { putBack });
const counts = await openCounts(fixture.world.dataDir);
const rows = rowsOf(surface);
// The router logs every unknown address, here by the thousand.
vi.spyOn(console, "warn").mockImplementation(() => {});
afterAll(async () => {
  await baseline.close();
  await counts.close();
  await fixture.close();
});

let client = 0;
/** Returns a unique address per request, so that rate limits do not hide the code behind them. */
const nextClient = () => {
  client += 1;
  return `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
};

const ask = async ({ method, path, headers, body }: Pick<Shot, "method" | "path" | "headers" | "body">) => {
  // Includes the lock of a name after ten failures.
  await counts.forget();
  return fixture.world.ask(path, { method, headers, body, ip: nextClient() });
};

const tally = { refused: 0, accepted: 0, changed: 0, busy: 0 };

/** Pages whose GET may change data on purpose: it fetches the payment's state from Stripe. */
const CHANGED_BY_READING = ["/success"];

/**
 * Pages that read the rest of a year's money at Stripe before they offer a refund: the ledger may learn of it there.
 */
const READS_MONEY = /^\/admin\/(clubs\/:clubCode\/(guarantee|refund)|verification\/:clubCode)$/;

/**
 * Tells whether a difference only records use: a refused form of a parent's page still shows that the link was used; a
 * signature leaves evidence besides.
 */
const isNotedUse = (shot: Shot, difference: string) =>
  (shot.method === "POST" &&
    shot.target.route.startsWith("/parent/agreement/") &&
    /: agreement(?:s \(\+1 -1\)|_events \(\+1 -0\))$/.test(difference)) ||
  (READS_MONEY.test(shot.target.route) && /: ledger \(\+\d+ -0\)$/.test(difference)) ||
  // Downloads of printed sheets are counted (product/printables.md#printables).
  (shot.target.route.startsWith("/printables/") && / printable_downloads \(\+\d+ -0\)$/.test(difference)) ||
  // Refusals are recorded, and an abandoned import is removed.
  / running_imports \(\+0 -1\)$/.test(difference) ||
  / audit \(\+\d+ -0\)$| audit_heads \(/.test(difference);

/**
 * Addresses where staff read the names of clubs and their people: those that they verify, find or settle money with,
 * and, for super admins, the platform's audit (product/verification.md#verification-center,
 * product/platform-staff.md#sign-in-help, product/security.md#audit).
 */
const LOOKS_UP: Record<string, RegExp> = {
  "a moderator": /^\/admin\/verification/,
  "an admin": /^\/admin\/(verification|billing|clubs)/,
  "a super admin who acts for the club": /^\/admin\/(verification|billing|clubs|audit|sessions)/,
  "a super admin": /^\/admin\/(verification|billing|clubs|audit|sessions)/,
};
const isLookedUp = ({ target: { actor } }: Shot, address: string, problem: string) =>
  problem.includes(PRIVATE) && LOOKS_UP[actor.name]?.test(address) === true;

/** Sends one request, checks what it changed if it was accepted, and restores the data. */
async function fire(shot: Shot): Promise<string[]> {
  const problems: string[] = [];
  const answer = await ask(shot);
  const verdict = await judge(answer, await answer.text(), fixture.payAt);
  problems.push(...verdict.problems.filter((problem) => !isLookedUp(shot, shot.target.route, problem)));
  const refused = answer.status >= 400 && !verdict.busy;
  tally[verdict.busy ? "busy" : refused ? "refused" : "accepted"] += 1;
  if (await baseline.committed()) {
    const reading = shot.method === "GET" && !CHANGED_BY_READING.includes(shot.target.route);
    if (refused || reading) {
      for (const difference of await baseline.differences())
        if (!isNotedUse(shot, difference)) problems.push(`${answer.status} changed ${difference}`);
    } else {
      tally.changed += 1;
      problems.push(...(await aftermath(shot, answer)));
    }
    await putBack();
  }
  return problems;
}

/** Checks the redirect's target, pages that show the stored data, the emails it caused, and the jobs. */
async function aftermath(shot: Shot, answer: Response): Promise<string[]> {
  const problems: string[] = [];
  const seen = [
    answer.headers.get("Location") ?? "",
    ...(tally.changed % 4 === 0 ? ["/schedule", "/teams"] : []),
  ];
  for (const path of seen.filter((address) => address.startsWith("/"))) {
    const page = await ask({ method: "GET", path, headers: { Cookie: shot.target.actor.cookie } });
    const { problems: shown } = await judge(page, await page.text(), fixture.payAt);
    for (const problem of shown)
      if (!isLookedUp(shot, path, problem)) problems.push(`then ${path}: ${problem}`);
  }
  if (tally.changed % 16 === 0) await fixture.runJobs();
  for (const { subject, html } of await baseline.newMails()) {
    if (/[\r\n\0]/.test(subject)) problems.push("a mail's subject has several lines");
    for (const problem of markupProblems(html)) problems.push(`in a mail: ${problem}`);
  }
  return problems;
}

test("a cookie is one of ours, with a value that only the server makes", async () => {
  const { flashCookie, knownBrowserCookie, sessionCookie } = await import("#app/auth/cookies.server.ts");
  const id = "a".repeat(22);
  const good = [
    await sessionCookie.serialize("s".repeat(43)),
    await knownBrowserCookie.serialize([{ account: id, browser: id }]),
    await flashCookie.serialize({ kind: "good", text: "Saved" }),
  ];
  for (const line of good) expect(await cookieProblems(line)).toEqual([]);
  const made = [
    `session=typed; HttpOnly; SameSite=Lax`,
    `other=${id}; HttpOnly; SameSite=Lax`,
    good[1]?.replace(/=([^;]*)\.[^;]*/, "=$1.forged"),
    good[1]?.replace(/\.[^;]*/, ""),
    await knownBrowserCookie.serialize([{ account: "typed", browser: id }]),
    await knownBrowserCookie.serialize({ kind: "good", text: "Saved" }),
    await flashCookie.serialize("typed"),
    await sessionCookie.serialize({ typed: id }),
  ];
  for (const line of made)
    expect(await cookieProblems(line ?? "")).toEqual([expect.stringContaining("made from input")]);
});

test("walking the pages finds every address and form", () => {
  expect(surface.unreached).toEqual([]);
});

const NEVER_TAKEN = [
  // No form without a device's signature is accepted there: tests/routes/account/passkeys.test.ts.
  "/club/login/passkey",
  // A code is valid once, and the admin's was used to sign in: tests/routes/admin/acting.test.ts.
  "/admin/clubs/:clubCode/acting",
  // The fixture's invoice is not at Stripe: tests/journeys/billing/staff-billing.test.ts.
  "/admin/billing/invoices/:invoiceId",
  // The colleague has no authenticator that could be lost: tests/routes/admin/colleagues.test.ts.
  "/admin/staff/:adminId/lost-phone",
  // Only a person types the club's code: tests/routes/admin/erasures.test.ts.
  "/admin/clubs/:clubCode/erasure",
];

/** Shows that the mutated forms below reach the code behind the validation. */
test("every action accepts a form filled in as its page asks", async () => {
  const answers = new Map<string, number[]>();
  for (const target of surface.targets.filter(({ method }) => method === "POST")) {
    const answer = await ask(
      aim({ ...harmless, row: rowOf(target), way: wayOf(target) }, rows, surface.pool),
    );
    answers.set(target.route, [...(answers.get(target.route) ?? []), answer.status]);
    await putBack();
  }
  const neverTaken = [...answers].filter(([, statuses]) => statuses.every((status) => status >= 400));
  expect(neverTaken.map(([route]) => route).filter((route) => !NEVER_TAKEN.includes(route))).toEqual([]);
});

const harmless = {
  button: 0,
  path: [],
  query: [],
  fields: [],
  extra: [],
  cookie: null,
  userAgent: null,
  encoding: "urlencoded" as const,
};
const rowOf = (target: Target) => rows.findIndex((row) => row.includes(target));
const wayOf = (target: Target) => rows[rowOf(target)]?.indexOf(target) ?? 0;

test(
  `${CASES} hostile requests break nothing, leak nothing and change nothing without permission`,
  async () => {
    const began = process.cpuUsage();
    const outcome = await fc.check(
      fc.asyncProperty(attack, async (input) => {
        const shot = aim(input, rows, surface.pool);
        const problems = await fire(shot).catch(async (error: unknown) => {
          await putBack();
          return [`threw ${error instanceof Error ? error.stack : error}`];
        });
        if (problems.length > 0) throw new Error(`${problems.join("\n")}\n${describeShot(shot)}`);
      }),
      { numRuns: CASES, seed: SEED },
    );
    const { user, system } = process.cpuUsage(began);
    const cpuSeconds = Math.round((user + system) / 1e6);
    process.stdout.write(`${JSON.stringify({ cases: CASES, seed: SEED, cpuSeconds, ...tally })}\n`);
    if (outcome.failed)
      throw new Error(
        `The smallest of the cases that failed (npm run fuzz -- --cases ${CASES} --seed ${SEED}):\n${String(outcome.errorInstance)}`,
      );
    expect(tally.changed).toBeGreaterThan(CASES / 100);
    expect(tally.busy).toBeLessThan(CASES / 100);
  },
  24 * 3_600_000,
);

const describeShot = ({ target, method, path, headers, body }: Shot) =>
  [
    `as ${target.actor.name}: ${method} ${path.slice(0, 600)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    body ? JSON.stringify(Buffer.from(body).toString().slice(0, 1_000)) : "",
  ].join("\n");
