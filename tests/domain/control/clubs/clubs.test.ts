import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clubCode, clubCodes, freeSlug, slugStem } from "#app/domain/control/clubs/clubs.server.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("a club's code", () => {
  test.each([
    ["Lakeside SC", 0.4567, "lakesidesc456"],
    ["Club São João", 0, "clubsaojoao0"],
    ["FC Øst & Ærø", 0.9999, "fcostaero999"],
    ["St. Mary's", 0.5, "stmarys500"],
    ["Lakeside Soccer Club", 0.042, "lakeside42"],
    ["St. Mary's & Lakeside Youth Soccer Association", 0.5, "stmarys500"],
    ["The Lakeside SC", 0.5, "thelakeside500"],
    ["Wolverhampton Wanderers", 0.5, "wolverhampto500"],
    ["FC Kaiserslautern", 0.5, "fckaiserslau500"],
    ["Straßen 09", 0.0012, "strassen091"],
    ["東京", 0.1, "club100"],
    ["../../etc/passwd", 0.1, "etcpasswd100"],
    ["   ", 0.1, "club100"],
  ])("a club's code of %j is %s", (name, number, code) => {
    expect(clubCode(name, number)).toBe(code);
  });

  test("a club's code consists of letters and digits, begins with the name and ends with 0 to 999", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), random, (name, number) => {
        const code = clubCode(name, number);
        expect(code).toMatch(/^[a-z0-9]{2,15}$/);
        const stem = code.slice(0, code.length - String(Math.floor(number * 1000)).length);
        expect(code).toBe(`${stem}${Math.floor(number * 1000)}`);
        const letters = name.toLowerCase().match(/[a-z0-9]/);
        if (letters && stem !== "club") expect(stem.length).toBeGreaterThan(0);
      }),
    );
  });

  test("a club's code does not depend on case, spaces or punctuation", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,30}$/), random, (name, number) => {
        const spaced = [...name.toUpperCase()].join(" - ");
        expect(clubCode(spaced, number)).toBe(clubCode(name, number));
      }),
    );
  });

  test("a club's code is retried with the usual number, then with longer ones", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.array(random, { minLength: 24, maxLength: 24 }),
        (name, rolls) => {
          let roll = 0;
          const codes = clubCodes(name, () => rolls[roll++] ?? 0);
          expect(new Set(codes).size).toBe(codes.length);
          for (const code of codes) expect(code).toMatch(/^[a-z0-9]{2,21}$/);
        },
      ),
    );
    const lengths = clubCodes("Hawks", () => 0.999999999).map((code) => code.length - "hawks".length);
    expect(lengths).toEqual([3, 4, 6, 9]);
  });

  test("a very long name takes linear time", async () => {
    const name = "é-'".repeat(40_000);
    expect(await charactersRead(() => clubCode(name, 0.5))).toBeLessThan(20 * name.length);
    expect(await charactersRead(() => slugStem(name))).toBeLessThan(20 * name.length);
  });
});

describe("a club's slug", () => {
  test.each([
    ["Lakeside Soccer Club", "lakeside-soccer-club"],
    ["St. Mary's (Girls)", "st-marys-girls"],
    ["東京", "club"],
    ["//evil", "evil"],
  ])("a club's slug of %j is %s", (name, slug) => {
    expect(slugStem(name)).toBe(slug);
  });

  test("a club's slug is made unique by the first free number", () => {
    expect(freeSlug("hawks", [])).toBe("hawks");
    expect(freeSlug("hawks", ["hawks", "hawks-3"])).toBe("hawks-2");
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "a-2", "a-3", "a-4")), (taken) => {
        expect(taken).not.toContain(freeSlug("a", taken));
      }),
    );
  });
});
