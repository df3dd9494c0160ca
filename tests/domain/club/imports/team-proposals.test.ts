import { describe, expect, test } from "vitest";
import { type OpenName, proposeTeams } from "#app/domain/club/imports/team-proposals.ts";

const name = (text: string, more: Partial<OpenName> = {}): OpenName => ({
  key: text.toLowerCase(),
  text,
  age: null,
  gender: null,
  rowCount: 1,
  similar: [],
  ...more,
});
const propose = (names: OpenName[], taken: string[] = []) =>
  proposeTeams(names, { clubNames: ["Lakeside Youth Soccer"], season: "Fall 2026", taken: new Set(taken) });

describe("teams that a file has and the club has not", () => {
  test("spellings of one team are one proposal under the shortest", () => {
    const about = { age: "U-12", gender: "Boys" } as const;
    expect(propose([name("Hawks U12B", { ...about, rowCount: 9 }), name("Hawks", about)])).toEqual([
      {
        keys: ["hawks u12b", "hawks"],
        names: ["Hawks", "Hawks U12B"],
        rowCount: 10,
        similar: [],
        team: { name: "Hawks", ageGroup: "U-12", gender: "Boys" },
        fromBirthYear: false,
      },
    ]);
  });

  test("a name without age joins the only team that it fits, and no other", () => {
    const boys = name("Hawks U12B");
    expect(propose([name("Hawks"), boys])).toHaveLength(1);
    expect(propose([name("Hawks"), boys, name("Hawks U14G")])).toHaveLength(3);
  });

  test("age and gender are read from the name, and the club's name is left out", () => {
    expect(propose([name("Lakeside Youth Soccer - Red U10 Girls")])[0]?.team).toEqual({
      name: "Red U10 Girls",
      ageGroup: "U-10",
      gender: "Girls",
    });
    expect(propose([name("Lakeside YS")])[0]?.team.name).toBe("Lakeside YS");
  });

  test("nothing is invented; a birth year only suggests an age group", () => {
    expect(propose([name("Panthers")])[0]?.team).toEqual({ name: "Panthers", ageGroup: null, gender: null });
    expect(propose([name("Panthers 2014")])[0]).toMatchObject({
      team: { ageGroup: "U-13" },
      fromBirthYear: true,
    });
  });

  test("two teams of a season never share a name", () => {
    const red = (age: "U-12" | "U-14") => name(`Red`, { key: age, age, gender: "Boys" });
    const names = propose([red("U-12"), red("U-14")], ["eagles"]).map(({ team }) => team.name);
    expect(names).toEqual(["Red", "U-14 Boys Red"]);
    expect(propose([name("Eagles", { age: "U-10" })], ["eagles"])[0]?.team.name).toBe("U-10 Eagles");
  });
});
