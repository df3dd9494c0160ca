import { describe, expect, test } from "vitest";
import { redactAddress } from "#app/observability/redact.ts";
import { limitOf } from "#app/server/body-limit.ts";
import { type Asked, isOwnOrigin } from "#app/server/request-checks.ts";
import { newRequestId } from "#app/server/request-context.ts";
import { restartPause } from "../../scripts/start/supervise.ts";

const ours = "https://goodside.example";
const asked = (more: Partial<Asked>): Asked => ({
  host: "goodside.example",
  secFetchSite: undefined,
  origin: undefined,
  referer: undefined,
  ...more,
});

describe("whether a post comes from our own pages", () => {
  test.each([
    ["the browser says so", { secFetchSite: "same-origin" }, true],
    ["typed into the address bar", { secFetchSite: "none" }, true],
    ["another site", { secFetchSite: "cross-site", origin: ours, referer: `${ours}/` }, false],
    ["a sister site", { secFetchSite: "same-site", origin: ours }, false],
    ["an older browser", { origin: ours }, true],
    ["another origin", { origin: "https://evil.example" }, false],
    ["an origin that hides", { origin: "null", referer: `${ours}/signup` }, false],
    ["ours without TLS", { origin: "http://goodside.example" }, false],
    ["a text browser", { referer: `${ours}/signup?plan=large` }, true],
    ["a text browser on another site", { referer: "https://evil.example/goodside.example" }, false],
    ["a name that begins like ours", { referer: "https://goodside.example.evil.example/" }, false],
    ["nothing at all", {}, false],
  ] as const)("%s", (_, more, answer) => {
    expect(isOwnOrigin(asked(more), ours, false)).toBe(answer);
  });

  test("in the demo the server is ours under any loopback name, with its own port only", () => {
    const demo = "http://127.0.0.1:3000";
    const at = { host: "localhost:3000", origin: "http://localhost:3000" };
    expect(isOwnOrigin(asked(at), demo, true)).toBe(true);
    expect(isOwnOrigin(asked(at), demo, false)).toBe(false);
    expect(isOwnOrigin(asked({ ...at, origin: "http://localhost:8080" }), demo, true)).toBe(false);
    const rebound = { host: "evil.example:3000", origin: "http://evil.example:3000" };
    expect(isOwnOrigin(asked(rebound), demo, true)).toBe(false);
  });
});

describe("what the log keeps of an address", () => {
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
  ])("%s", (address, kept) => {
    expect(redactAddress(address)).toBe(kept);
  });

  test("an address inside an address hides its secrets too", () => {
    const inner = encodeURIComponent("/contact?token=abc");
    expect(redactAddress(`/club/login?redirectTo=${inner}`)).not.toContain("abc");
  });
});

test("only the schedule import takes a large body", () => {
  expect(limitOf("/teams/new")).toBe(1024 * 1024);
  expect(limitOf("/schedule/import")).toBeGreaterThanOrEqual(50 * 1024 * 1024);
});

test("a reference number can be read out, and does not repeat", () => {
  const numbers = Array.from({ length: 1000 }, newRequestId);
  expect(new Set(numbers).size).toBe(1000);
  for (const number of numbers) expect(number).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
});

test("what dies again and again is restarted ever more slowly", () => {
  expect([1, 2, 3, 20].map(restartPause)).toEqual([250, 500, 1000, 5_000]);
});
