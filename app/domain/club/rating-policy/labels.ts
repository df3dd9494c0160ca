import type { RatingPolicy } from "#app/db/club/schema.ts";
import { policyLabels, scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import type { Scope } from "./recalculation.ts";

export type { RatingPolicy };
export const ratingPolicies = [
  "coach-final",
  "average",
  "coach-first",
] as const satisfies readonly RatingPolicy[];

/** Names of policies where one is chosen and beside results. */
export const policyNames: Record<RatingPolicy, string> = {
  "coach-final": "Coach Decides",
  average: "Fair Dual Scoring",
  "coach-first": "Coach First",
};

export const scopeLabels: Record<Scope, { label: string; hint: string }> = {
  open: {
    label: "Games that have no final score yet",
    hint: "Final scores stay as they are, made by the policy of their time.",
  },
  all: {
    label: "All games: recalculate those that are final too",
    hint: "You see what would change before it is done. The earlier results are kept.",
  },
};

/** Returns a score, or that there is none yet. */
export const scoreOrPending = (score: Score | null): string =>
  score === null ? "Pending" : `${score} ${scoreLabels[score].name}`;

/** Returns a policy as its card explains it: its sentence, then what it means. */
export function explainPolicy(policy: RatingPolicy): { name: string; summary: string; rules: string } {
  const { summary, results } = policyLabels(policy);
  return { name: policyNames[policy], summary, rules: results.join(" ") };
}

/** The games by which the policies are compared: what the manager and the coach give. */
const examples: { manager: Score | null; coach: Score | null }[] = [
  { manager: 10, coach: null },
  { manager: null, coach: 20 },
  { manager: 20, coach: 20 },
  { manager: 20, coach: 10 },
  { manager: 20, coach: 0 },
];

/** Returns the same games under each policy, as `reconcile` decides them. */
export const policyExamples = () =>
  examples.map(({ manager, coach }) => ({
    manager,
    coach,
    results: ratingPolicies.map((policy) => reconcile(policy, manager, coach).finalScore),
  }));
