import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { sharesClubName } from "#app/domain/club/imports/team-names.ts";
import { nameKey } from "#app/domain/values/names.ts";

const team = (id: string, name: string, ageGroup: string, gender: string, season = "Fall 2026") => ({
  id,
  name,
  ageGroup,
  gender,
  season,
});
const lakeside = teamMatcher(
  ["Lakeside Youth Soccer"],
  [
    team("hawks", "Hawks", "U-12", "Boys"),
    team("eagles", "Eagles", "U-10", "Girls"),
    team("tigers", "Tigers", "U-8", "Coed"),
    team("panthers", "U-12 Panthers", "U-12", "Girls"),
    team("boys", "U-14 Boys", "U-14", "Boys"),
  ],
);
const one = (teamId: string) => ({ kind: "one", teamId });
const similar = (...teamIds: string[]) => ({ kind: "similar", teamIds });

describe("a team of the club in other spellings", () => {
  test.each([
    ["Hawks", "hawks"],
    ["HAWKS!", "hawks"],
    ["Hawks U12B", "hawks"],
    ["BU12 Hawks", "hawks"],
    ["Lakeside Hawks", "hawks"],
    ["Lakeside Youth Soccer - Hawks", "hawks"],
    ["Lakeside YS Hawks U-12 Boys", "hawks"],
    ["LYS Hawks", "hawks"],
    ["Lakeside SC U10 Girls Eagles", "eagles"],
    ["Tigers Co-Ed U8", "tigers"],
    ["Panthers", "panthers"],
    ["Lakeside U14 Boys", "boys"],
    ["14U Boys", "boys"],
  ])("%s", (text, id) => expect(lakeside.match({ text })).toEqual(one(id)));

  test.each([
    ["Panthers 2014", "panthers"],
    ["Hawks Red", "hawks"],
    ["Hawk", "hawks"],
    ["Egles", "eagles"],
    ["Eagels", "eagles"],
    ["Hakws", "hawks"],
    ["Hawks U10", "hawks"],
  ])("%s is similar: the user is asked", (text, id) => expect(lakeside.match({ text })).toEqual(similar(id)));

  test.each(["Riverside Hawks", "Lakeside", "Comets", "U12", "", "Boys"])(
    "%s is not one of our teams",
    (text) => expect(lakeside.match({ text })).toEqual({ kind: "none" }),
  );

  test("what other columns say must fit", () => {
    expect(lakeside.match({ text: "Hawks", age: "U-12", gender: "Boys" })).toEqual(one("hawks"));
    expect(lakeside.match({ text: "Hawks", age: "U-10" })).toEqual(similar("hawks"));
    expect(lakeside.match({ text: "Hawks", gender: "Girls" })).toEqual(similar("hawks"));
  });

  test("the club's column decides whose Hawks they are", () => {
    expect(lakeside.match({ text: "Hawks", club: "Riverside FC" })).toEqual({ kind: "other-club" });
    expect(lakeside.match({ text: "Hawks", club: "Lakeside Youth Soccer Club" })).toEqual(one("hawks"));
    expect(lakeside.match({ text: "Red 2014B", club: "Lakeside Youth Soccer" })).toEqual(similar());
  });

  test("two seasons' Hawks are told apart by the game's season", () => {
    const both = teamMatcher(
      ["Lakeside"],
      [team("old", "Hawks", "U-12", "Boys", "Fall 2025"), team("new", "Hawks", "U-12", "Boys", "Fall 2026")],
    );
    expect(both.match({ text: "Hawks", season: "Fall 2026" })).toEqual(one("new"));
    expect(both.match({ text: "Hawks", season: "Spring 2030" })).toEqual(similar("old", "new"));
  });
});

test("names that differ in case, accents and punctuation are the same", () => {
  expect(nameKey("San José  Toros")).toBe(nameKey("san jose toros!"));
  expect(nameKey("O'Neil's")).toBe(nameKey("ONeils"));
  expect(nameKey("大阪")).not.toBe(nameKey("東京"));
});

test("a team's name can contain its club's name", () => {
  expect(sharesClubName("Riverside Lions", "Riverside FC")).toBe(true);
  expect(sharesClubName("Red 2014B", "Riverside FC")).toBe(false);
  expect(sharesClubName("Red FC", "Riverside FC")).toBe(false);
});

test("any text gives the same result each time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.option(fc.string()), (text, club) => {
      const label = { text, ...(club === null ? {} : { club }) };
      expect(lakeside.match(label)).toEqual(lakeside.match(label));
    }),
  );
});
