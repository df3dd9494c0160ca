import { expect, test } from "vitest";
import { readBoardFilters } from "#app/domain/control/leaderboard/filters.ts";
import { boardSentence, trendLabel } from "#app/domain/control/leaderboard/labels.ts";

test("a trend needs six rated games", () => {
  expect(trendLabel({ trend: "stable", ratedGames: 5 }).word).toBe("Too few games");
  expect(trendLabel({ trend: "stable", ratedGames: 6 }).word).toBe("Stable");
  expect(trendLabel({ trend: "up", ratedGames: 9 }).word).toBe("Improving");
});

test.each([
  ["", 30, 12, "12 of 30 teams are ranked in Texas"],
  ["", 1, 1, "1 of 1 team is ranked in Texas"],
  ["", 0, 0, "No teams take part in Texas yet"],
  ["view=national&state=OK", 1234567, 1000, "1,000 of 1,234,567 teams are ranked in the nation"],
  ["state=OK&age=U-12&gender=Girls", 3, 2, "2 of 3 U-12 Girls teams are ranked in Oklahoma"],
])("the board of '%s' says its sentence", (query, teams, ranked, sentence) => {
  const { filters } = readBoardFilters(new URLSearchParams(query), "TX");
  expect(boardSentence(filters, { teams, ranked })).toBe(sentence);
});
