import { describe, expect, test } from "vitest";
import { readWebsite } from "#app/domain/club/settings/profile.ts";
import { states } from "#app/domain/values/states.ts";
import { timeZoneChoices, timeZoneIds } from "#app/domain/values/time-zones.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

describe("a website", () => {
  test.each([
    ["", ""],
    ["lakesidefc.example", "https://lakesidefc.example"],
    ["www.lakesidefc.example/news?a=1", "https://www.lakesidefc.example/news?a=1"],
    ["http://lakesidefc.example/", "http://lakesidefc.example"],
    [" HTTPS://LakesideFC.example ", "https://lakesidefc.example"],
    ["//lakesidefc.example", "https://lakesidefc.example"],
    ["lakesidefc.example:8080", "https://lakesidefc.example:8080"],
  ])("%j is kept as %j", (typed, stored) => expect(readWebsite(typed)).toBe(stored));

  test.each([
    "javascript:alert(1)",
    "JavaScript://lakesidefc.example/%0aalert(1)",
    "javascript:1",
    "data:text/html,hello",
    "ftp://lakesidefc.example",
    "mailto:ada@lakesidefc.example",
    "https://ada:secret@lakesidefc.example",
    "https://lakeside fc.example",
    "https://lakesidefc.example/'><script>",
    "https://localhost",
    "https://",
    "lakesidefc",
  ])("%j is refused", (typed) => expect(readWebsite(typed)).toBeNull());

  test("reading a website takes time in proportion to its length", async () => {
    for (const long of [
      "a.".repeat(50_000),
      "a:".repeat(50_000),
      `${"a".repeat(100_000)}!`,
      "/".repeat(100_000),
    ])
      expect(await charactersRead(() => readWebsite(long))).toBeLessThan(20 * long.length);
  });
});

describe("time zones", () => {
  test("time zones hold the zone of every state, which comes first there", () => {
    for (const [code, , zone] of states) {
      expect(timeZoneIds).toContain(zone);
      expect(timeZoneChoices(code)[0]?.value).toBe(zone);
      expect(timeZoneChoices(code)).toHaveLength(timeZoneIds.length);
    }
  });

  test("time zones have names of their own", () => {
    expect(new Set(timeZoneChoices("TX").map(({ label }) => label)).size).toBe(timeZoneIds.length);
  });
});
