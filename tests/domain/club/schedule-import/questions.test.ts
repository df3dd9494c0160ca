import { describe, expect, test } from "vitest";
import { fileSides } from "#app/domain/club/schedule-import/questions.server.ts";

const row = (cells: Record<string, string>, line = 2) => ({ line, shape: "whole" as const, cells });
const game = (home: string, away: string) => row({ home, away });

describe("which of these are you?", () => {
  test("the club whose name resembles ours comes first, then the one in most rows", () => {
    const clubs = (homeClub: string, awayClub: string) => row({ homeClub, awayClub, home: "A", away: "B" });
    const rows = [
      clubs("Westlake SC", "Riverside SC"),
      clubs("Westlake SC", "Lakeside YS"),
      clubs("Westlake SC", "Kyle FC"),
    ];
    expect(fileSides(rows, "St. Mary's & Lakeside Youth Soccer")).toMatchObject({
      kind: "clubs",
      sides: [{ name: "Lakeside YS", rowCount: 1 }, { name: "Westlake SC", rowCount: 3 }, {}, {}],
      likely: ["lakeside ys"],
    });
    expect(fileSides(rows, "Northeast United")).toMatchObject({ likely: ["westlake sc"] });
  });

  test("a club in every second row or more is likely; without one, none is ticked", () => {
    const clubs = (homeClub: string, awayClub: string) => row({ homeClub, awayClub });
    const league = [clubs("A SC", "B SC"), clubs("C SC", "D SC"), clubs("E SC", "F SC")];
    expect(fileSides(league, "Northeast United")?.likely).toEqual([]);
  });

  test("in a club's own export, the teams that are in every row stand out", () => {
    const rows = ["Kings", "Bees", "Comets", "Cubs"].flatMap((other, index) =>
      index % 2 ? [game("Hawks", other), game(other, "Lions")] : [game(other, "Hawks"), game("Lions", other)],
    );
    expect(fileSides(rows, "St. Mary's")?.likely.sort()).toEqual(["hawks", "lions"]);
  });

  test("in a league's file, where all play equally often, no team is ticked unasked", () => {
    const rows = [game("A", "B"), game("C", "D"), game("A", "C"), game("B", "D")];
    expect(fileSides(rows, "St. Mary's")?.likely).toEqual([]);
    expect(fileSides([...rows, game("St. Mary's Reds", "A")], "St. Mary's & Lakeside")?.likely).toEqual([
      "st marys reds",
    ]);
  });

  test("a file that does not name both sides has none", () => {
    expect(fileSides([row({ team: "Hawks", opponent: "Kings" })], "Lakeside")).toBeNull();
  });
});
