import type { EarnedRewardsTable } from "#app/db/club/schema.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { CLOSED_AFTER_DAYS } from "./earning.ts";
import type { CountsAfter, ProgramType, RewardColor, RewardRule, RewardType } from "./rewards.ts";

export const programTypeName: Record<ProgramType, string> = {
  team: "Team",
  parent: "Parent",
  individual: "Individual",
};

export const programTypeHint: Record<ProgramType, string> = {
  team: "The whole team gets it: pizza, snacks, new balls",
  parent: "The parents of a team get it: coffee, a thank-you",
  individual: "One person gets it, whom you name when you give it",
};

export const rewardTypeName: Record<RewardType, string> = {
  perfect_game: "Perfect game",
  streak: "Streak",
  improvement: "Improvement",
  milestone: "Milestone",
  season_end: "Season's end",
  custom: "Given by hand",
};

export const rewardTypeHint: Record<RewardType, string> = {
  perfect_game: "The latest games reach a score",
  streak: "Perfect games in a row",
  improvement: "The latest two games beat the first two",
  milestone: "An average over the season so far",
  season_end: "When the program's season is over",
  custom: "No rule: you decide who gets it, and when",
};

export const countsAfterName: Record<CountsAfter, string> = {
  any: "All games",
  talk: "Only games after a talk about an incident",
  zero: "One winner: the most improved after a 0",
};

export const colorName: Record<RewardColor, string> = {
  gold: "Gold",
  green: "Green",
  blue: "Blue",
  purple: "Purple",
  red: "Red",
};

export const earnedStatusName: Record<EarnedRewardsTable["status"], string> = {
  pending: "To hand over",
  awarded: "Awarded",
  "taken-back": "Taken back",
};

/** Reasons for taking a reward back, as the list shows them. */
const takenBackText: Record<string, string> = {
  game: "The game was moved, cancelled, deleted or taken out of the figures",
  result: "A result or the rule changed, and it is not earned any more",
  team: "The team was archived, or takes no part in the program any more",
  hand: "Given by hand, and undone",
};
export const takenBackLabel = (why: string): string => takenBackText[why] ?? "";

/** Returns '$15', '$12.50'. */
export const dollars = (cents: number): string =>
  cents % 100 === 0
    ? `$${count(cents / 100)}`
    : `$${count(Math.trunc(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;

/** Names how a reward is earned, in one line. */
export function criteriaLabel(rule: RewardRule): string {
  switch (rule.type) {
    case "perfect_game":
      if (rule.gameCount === 1) return `A game with ${rule.scoreThreshold} points or more`;
      return `An average of ${rule.scoreThreshold} or more in ${count(rule.gameCount)} games in a row`;
    case "streak":
      return `${count(rule.consecutiveGames)} perfect games in a row${rule.countsAfter === "talk" ? " after a talk" : ""}`;
    case "improvement":
      return `The latest 2 games at least ${rule.improvementPercent}% better than the first 2`;
    case "milestone":
      return `An average of ${rule.scoreThreshold} or more over ${pluralize(rule.gameCount, "rated game")} or more`;
    case "season_end":
      return rule.countsAfter === "zero"
        ? "The most improved after a 0, at the season's end"
        : `An average of ${rule.scoreThreshold} or more at the season's end`;
    case "custom":
      return "Given by hand";
  }
}

/** Returns why a program is refused, at its field. */
export function programProblem(
  refused:
    | { problem: "name-taken" | "season-gone" | "season-closed" }
    | { problem: "spent"; spentCents: number },
): Record<string, string> {
  switch (refused.problem) {
    case "name-taken":
      return { name: "There is already a program of this name. Use another name." };
    case "season-gone":
      return { seasonId: "This season was deleted or archived. Choose another." };
    case "season-closed":
      return {
        seasonId: `This season ended more than ${CLOSED_AFTER_DAYS} days ago, so its games earn nothing. Choose another.`,
      };
    case "spent":
      return { budget: `${dollars(refused.spentCents)} are given already. Enter that much or more.` };
  }
}

/** Messages for a refused reward, by field. */
export const rewardProblems = {
  "no-program": { programId: "Choose a program" },
  "needs-season": {
    programId:
      "A season's end needs a program with a season. Choose another, or give this one a season first.",
  },
  closed: {
    programId: `This program's season ended more than ${CLOSED_AFTER_DAYS} days ago, so its games earn nothing. Choose another.`,
  },
  "over-budget": { value: "This is more than the program's whole budget" },
} as const;

/** Least rated games before and after for a comparison. */
export const FEWEST_GAMES = 5;

/** Returns '12.5 in 6 games'. */
export const meanLabel = ({ games, points }: { games: number; points: number }): string =>
  games === 0 ? "No rated game" : `${formatAverage(points / games)} in ${pluralize(games, "game")}`;

/** Describes a change without its cause: '3.2 points more', or 'Too few to say'. */
export function changeLabel(
  before: { games: number; points: number },
  after: { games: number; points: number },
): string {
  if (before.games < FEWEST_GAMES || after.games < FEWEST_GAMES) return "Too few to say";
  const change = Math.round((after.points / after.games - before.points / before.games) * 10) / 10;
  if (change === 0) return "The same";
  return `${Math.abs(change).toFixed(1)} points ${change > 0 ? "more" : "less"}`;
}
