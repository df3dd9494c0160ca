import type { RewardProgramsTable, RewardsTable } from "#app/db/club/schema.ts";

/** Reward programs of a club: a budget, and what its teams can earn from it (product/rewards.md#rewards). */

export type ProgramType = RewardProgramsTable["type"];
export type RewardType = RewardsTable["type"];
export type CountsAfter = RewardsTable["counts_after"];

export const programTypes = ["team", "parent", "individual"] as const satisfies readonly ProgramType[];
export const rewardTypes = [
  "perfect_game",
  "streak",
  "improvement",
  "milestone",
  "season_end",
  "custom",
] as const satisfies readonly RewardType[];

/**
 * Tells whether 'Achievement Milestones' notifies of a type; 'Rewards Earned' does of the others
 * (product/rewards.md#reward-emails).
 */
export const isAchievement = (type: RewardType): boolean =>
  type === "streak" || type === "milestone" || type === "season_end";

export const scoreThresholds = ["20", "18", "15"] as const;
export const streakLengths = ["3", "5", "7"] as const;
export const improvementPercents = ["15", "25", "35"] as const;
export const rewardColors = ["gold", "green", "blue", "purple", "red"] as const;
export type RewardColor = (typeof rewardColors)[number];

/** A new program's budget, in dollars. */
export const DEFAULT_BUDGET = 500;
/** Most rewards shown with a program; its page has the rest. */
export const REWARDS_SHOWN = 3;
/** Most of the latest awarded rewards that are shown. */
export const RECENT_SHOWN = 6;

/** Most of the latest certificates that are listed, and printed as one file. */
export const CERTIFICATES_SHOWN = 50;

/** Criteria of a reward. */
export interface Criteria {
  /** Points a game: of a perfect game, a milestone and a season's end. */
  scoreThreshold: number;
  /** The latest games whose mean is compared; the fewest rated games of a milestone and a season's end. */
  gameCount: number;
  improvementPercent: number;
  consecutiveGames: number;
  countsAfter: CountsAfter;
}

export interface RewardRule extends Criteria {
  type: RewardType;
}

export interface ProgramFields {
  name: string;
  description: string;
  type: ProgramType;
  /** '' for all teams and no season. */
  seasonId: string;
  budgetCents: number;
}

export interface RewardFields extends RewardRule {
  title: string;
  description: string;
  valueCents: number;
  color: RewardColor;
  isPaused: boolean;
  autoTrigger: boolean;
  notificationEnabled: boolean;
}

/** Default criteria of a reward. */
export const usualCriteria: Criteria = {
  scoreThreshold: 20,
  gameCount: 1,
  improvementPercent: 25,
  consecutiveGames: 3,
  countsAfter: "any",
};

/** A milestone, and a season's end, ask for this average. */
export const MILESTONE_AVERAGE = 15;
/** Rated games that a milestone also needs. */
export const MILESTONE_GAMES = 4;

/** A reward that a club can start from (product/rewards.md#reward-templates). */
export interface RewardTemplate extends RewardRule {
  id: string;
  title: string;
  description: string;
  valueCents: number;
  color: RewardColor;
}

const milestone = { ...usualCriteria, scoreThreshold: MILESTONE_AVERAGE, gameCount: MILESTONE_GAMES };

export const rewardTemplates: readonly RewardTemplate[] = [
  {
    ...usualCriteria,
    id: "perfect-game",
    type: "perfect_game",
    title: "$15 gift card",
    description: "A gift card for the team's snack fund after a perfect game.",
    valueCents: 15_00,
    color: "gold",
  },
  {
    ...usualCriteria,
    id: "streak",
    type: "streak",
    title: "$25 gift card",
    description: "For three perfect games in a row: a habit, not luck.",
    valueCents: 25_00,
    color: "green",
  },
  {
    ...milestone,
    id: "milestone",
    type: "milestone",
    title: "$50 gift card",
    description: "For an average of 15 points and more over the season.",
    valueCents: 50_00,
    color: "blue",
  },
  {
    ...usualCriteria,
    id: "improvement",
    type: "improvement",
    title: "$10 snack voucher",
    description: "For a sideline that got a quarter better than it was in its first games.",
    valueCents: 10_00,
    color: "purple",
  },
  {
    ...milestone,
    id: "season-end",
    type: "season_end",
    title: "Team pizza party",
    description: "For every team that ends its season with an average of 15 points and more.",
    valueCents: 75_00,
    color: "red",
  },
  {
    ...usualCriteria,
    id: "after-talk",
    type: "streak",
    countsAfter: "talk",
    title: "Three clean games after a hard talk",
    description:
      "A few people make most of the noise. This is for the sideline that listened: three perfect games after a talk about an incident.",
    valueCents: 25_00,
    color: "green",
  },
  {
    ...milestone,
    id: "after-zero",
    type: "season_end",
    countsAfter: "zero",
    title: "Most improved after a 0",
    description:
      "At the season's end, for the team whose games after its 0 were the furthest above those before.",
    valueCents: 50_00,
    color: "purple",
  },
];

/** A reward or a program that an administrator is about to start, and that may award for past games. */
export type Starting =
  | { rewardId: string }
  | { programId: string }
  /** All running programs of this season. */
  | { seasonId: string };
