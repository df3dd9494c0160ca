import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { runs } from "#tests/support/runs.ts";

test.each([
  ["/teams", "/teams"],
  ["/rating?game=abc#top", "/rating?game=abc#top"],
  ["", "/home"],
  [null, "/home"],
  ["teams", "/home"],
  ["//evil.example", "/home"],
  ["/\\evil.example", "/home"],
  ["/a\\b", "/home"],
  ["https://evil.example/teams", "/home"],
  ["/teams\nSet-Cookie: a=b", "/home"],
  ["/teams/../rating", "/rating"],
  ["/teams/..//evil.example", "/home"],
  ["/teams/%2e%2E//evil.example", "/home"],
  ["/.//evil.example", "/home"],
  ["/teams/../..//", "/home"],
])("%j leads to %s", (target, to) => {
  expect(safeRedirect(target, "/home")).toBe(to);
});

/** Generates paths made of the characters that an address is parsed by. */
const pieces = fc
  .array(fc.constantFrom("/", "//", "..", ".", "%2E", "\\", "%2f", "?", "@", "\t", "evil.example"), {
    minLength: 2,
    maxLength: 6,
  })
  .map((parts) => `/${parts.join("")}`);

test("no input leads a browser to another site", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/${text}`),
        fc.webUrl(),
        pieces,
      ),
      (target) => {
        const to = safeRedirect(target, "/home");
        expect(new URL(to, "https://goodside.example").origin).toBe("https://goodside.example");
        expect(to.startsWith("/")).toBe(true);
      },
    ),
    { numRuns: runs(2_000, 10_000) },
  );
});
