import { describe, expect, test } from "vitest";
import { redactAddress } from "#app/observability/redact.ts";
import { bodyLimit } from "#app/server/body-limit.ts";
import { isOwnOrigin, type OriginHeaders } from "#app/server/request-checks.ts";
import { newRequestId } from "#app/server/request-context.ts";
import { restartPause } from "#scripts/start/supervise.ts";

const ours = "https://goodside.example";
const headers = (more: Partial<OriginHeaders>): OriginHeaders => ({
  host: "goodside.example",
  secFetchSite: undefined,
  origin: undefined,
  referer: undefined,
  ...more,
});

describe("a post comes from our own pages", () => {
  test.each([
    ["sent by our page, says the browser", { secFetchSite: "same-origin" }, true],
    ["typed into the address bar", { secFetchSite: "none" }, true],
    [
      "sent by another site, says the browser",
      { secFetchSite: "cross-site", origin: ours, referer: `${ours}/` },
      false,
    ],
    ["sent by a sibling subdomain", { secFetchSite: "same-site", origin: ours }, false],
    ["Origin is ours", { origin: ours }, true],
    ["Origin is another site", { origin: "https://evil.example" }, false],
    ["Origin is null", { origin: "null", referer: `${ours}/signup` }, false],
    ["Origin is ours, without TLS", { origin: "http://goodside.example" }, false],
    ["Referer is ours", { referer: `${ours}/signup?plan=large` }, true],
    ["Referer is another site", { referer: "https://evil.example/goodside.example" }, false],
    ["Referer is a host that begins like ours", { referer: "https://goodside.example.evil.example/" }, false],
    ["no header at all", {}, false],
  ] as const)("a post is known as ours or not: %s", (_, more, expected) => {
    expect(isOwnOrigin(headers(more), ours, false)).toBe(expected);
  });

  test("any loopback name of the demo's server is ours, with its own port only", () => {
    const demo = "http://127.0.0.1:3000";
    const at = { host: "localhost:3000", origin: "http://localhost:3000" };
    expect(isOwnOrigin(headers(at), demo, true)).toBe(true);
    expect(isOwnOrigin(headers(at), demo, false)).toBe(false);
    expect(isOwnOrigin(headers({ ...at, origin: "http://localhost:8080" }), demo, true)).toBe(false);
    const rebound = { host: "evil.example:3000", origin: "http://evil.example:3000" };
    expect(isOwnOrigin(headers(rebound), demo, true)).toBe(false);
  });
});

describe("an address in the log", () => {
  const token = "k".repeat(43);
  test.each([
    ["/teams?season=Fall+2026", "/teams?season=Fall+2026"],
    [`/contact?setup=${token}`, "/contact?setup=[redacted]"],
    ["/contact?reset=short&x=1", "/contact?reset=[redacted]&x=1"],
    ["/success?session_id=cs_1", "/success?session_id=[redacted]"],
    ["/contact?email=dana%40x.example", "/contact?email=[redacted]"],
    [`/pay?anything=${token}`, "/pay?anything=[redacted]"],
    [`/feed/${token}`, "/feed/[redacted]"],
    ["/sandbox/checkout/abc", "/sandbox/checkout/abc"],
  ])("%s is logged without secrets", (address, logged) => {
    expect(redactAddress(address)).toBe(logged);
  });

  test("secrets of an address inside an address are redacted too", () => {
    const inner = encodeURIComponent("/contact?token=abc");
    expect(redactAddress(`/club/login?redirectTo=${inner}`)).not.toContain("abc");
  });
});

test("only the schedule import accepts a large body", () => {
  const multipart = "multipart/form-data; boundary=x";
  for (const path of ["/teams/new", "/contact", "/schedule/imports"]) {
    expect(bodyLimit(path)).toBe(64 * 1024);
    expect(bodyLimit(path, multipart)).toBe(64 * 1024);
  }
  expect(bodyLimit("/schedule/import", multipart)).toBe(50 * 1024 * 1024 + 64 * 1024);
  // Only a form with a file may be large.
  expect(bodyLimit("/schedule/import", "application/x-www-form-urlencoded")).toBe(64 * 1024);
  expect(bodyLimit("/webhooks/stripe")).toBe(1024 * 1024);
});

test("a reference number is easy to read aloud and never repeats", () => {
  const numbers = Array.from({ length: 1000 }, newRequestId);
  expect(new Set(numbers).size).toBe(1000);
  for (const number of numbers) expect(number).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
});

test("a process that keeps dying restarts ever more slowly", () => {
  expect([1, 2, 3, 20].map(restartPause)).toEqual([250, 500, 1000, 5_000]);
});
