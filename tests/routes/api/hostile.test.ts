import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { call } from "#tests/support/json-calls.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { runs } from "#tests/support/runs.ts";

process.env.ADMIN_SETUP_KEY = "first-administrators-2026-key";
const { world, lakeside } = await openLakeside();
afterAll(() => world.close());

const login = { clubCode: lakeside.code, password: "Sideline-2026" };
const { token } = (await call(world, "/api/club/login", login)).body;

/** Fields of each call, so that part of the input gets past the first check. */
const fields = {
  "/api/club/login": ["clubCode", "password", "club"],
  "/api/admin/login": ["email", "password", "code", "recoveryCode"],
  "/api/admin/register": ["firstName", "lastName", "email", "password", "role", "company", "setupKey"],
  "/api/create-subscription": [
    "priceId",
    "customerEmail",
    "clubName",
    "playerCount",
    "state",
    "agreedToTerms",
  ],
  "/api/send-team-email": ["to", "subject", "html", "type"],
} as const;
const path = fc.constantFrom(...(Object.keys(fields) as (keyof typeof fields)[]));
const MARK = "xyzzy-marked";
const text = fc.oneof(
  fc.constantFrom(
    "",
    "\0",
    "'; drop table accounts; --",
    "<script>",
    "\u202e",
    "../..",
    "=1+1",
    "\r\nBcc: x@y.zz",
  ),
  fc.constantFrom("demo1", "standard", "invitation", "notification", "TX", "super_admin", "a@b.example"),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const value = fc.oneof(
  { weight: 5, arbitrary: text.map((some) => some + MARK) },
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
);
const body = path.chain((to) =>
  fc.tuple(
    fc.constant(to),
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.dictionary(fc.constantFrom(...fields[to]), value).map((o) => JSON.stringify(o)),
      },
      { weight: 2, arbitrary: fc.dictionary(fc.string(), value).map((o) => JSON.stringify(o)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    ),
    fc.constantFrom(undefined, token, `${token}x`, MARK),
  ),
);
/** Each attempt comes from a network of its own, so that limits refuse none of them. */
let sent = 0;

test("a JSON call answers JSON to any request, never fails, and repeats nothing", async () => {
  await fc.assert(
    fc.asyncProperty(body, async ([to, text, bearer]) => {
      sent += 1;
      const ip = `198.${18 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`;
      const { status, headers, body: answer } = await call(world, to, text, { token: bearer, ip });
      expect(status, JSON.stringify(answer)).toBeLessThan(500);
      expect(headers.get("Location")).toBeNull();
      expect(headers.getSetCookie()).toEqual([]);
      expect(headers.get("Content-Type")).toMatch(/^application\/(problem\+)?json/);
      expect(JSON.stringify(answer)).not.toContain(MARK);
    }),
    { numRuns: runs(100, 400) },
  );
}, 120_000);
