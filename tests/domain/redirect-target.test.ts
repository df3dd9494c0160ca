import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRedirect } from "#app/auth/redirect-target.ts";

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
])("%j leads to %s", (target, to) => {
  expect(safeRedirect(target, "/home")).toBe(to);
});

test("whatever it is given, a browser stays on this site", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/${text}`),
        fc.webUrl(),
      ),
      (target) => {
        const to = safeRedirect(target, "/home");
        expect(new URL(to, "https://goodside.example").origin).toBe("https://goodside.example");
        expect(to.startsWith("/")).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
