import type { Field } from "#app/forms/fields.ts";
import { colorName, countsAfterName, dollars, programTypeName, rewardTypeName } from "./labels.ts";
import type {
  CountsAfter,
  ProgramFields,
  ProgramType,
  RewardColor,
  RewardFields,
  RewardType,
} from "./rewards.ts";

/** The fields of a program's form. */
export const programFields = {
  name: { label: "Program Name", max: 80, required: "Enter a name, for example Fall Sideline Heroes" },
  description: { label: "Description", max: 500 },
  type: { label: "Who gets its rewards?", read: (type: ProgramType) => programTypeName[type] },
  seasonId: { label: "Season", read: (id: string) => (id === "" ? "No season" : "A season") },
  budgetCents: {
    label: "Season Budget",
    max: 12,
    required: "Enter a budget in dollars, for example 500",
    read: dollars,
  },
} as const satisfies Record<keyof ProgramFields, Field>;

/** The fields of a reward's form. */
export const rewardFields = {
  title: { label: "Title", max: 80, required: "Enter a title, for example $15 gift card" },
  description: { label: "Description", max: 500 },
  type: { label: "What earns it?", read: (type: RewardType) => rewardTypeName[type] },
  scoreThreshold: { label: "Score" },
  gameCount: { label: "Games", max: 3 },
  improvementPercent: { label: "Improvement" },
  consecutiveGames: { label: "Games in a Row" },
  countsAfter: { label: "Which games count?", read: (after: CountsAfter) => countsAfterName[after] },
  valueCents: { label: "Value", max: 12, required: "Enter what it costs in dollars, or 0", read: dollars },
  color: { label: "Color", read: (color: RewardColor) => colorName[color] },
  isPaused: { label: "Paused" },
  autoTrigger: { label: "Found by itself" },
  notificationEnabled: { label: "Sends emails" },
} as const satisfies Record<keyof RewardFields, Field>;

/** The fields of giving a reward by hand. */
export const giftFields = {
  teamId: { label: "Team", required: "Choose the team" },
  recipient: { label: "Who gets it?", max: 80 },
  why: { label: "For what?", max: 200, required: "Write what it is for, in one line" },
} as const satisfies Record<string, Field>;
