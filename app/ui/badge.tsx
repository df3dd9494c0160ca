import type { ReactNode } from "react";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { ScoreMark } from "./strip.tsx";

export type Tone = "neutral" | "good" | "minor" | "bad" | "accent";

/** A state as a word, since color alone must not convey it. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** A score with its shape, number and name. */
export function ScoreBadge({ score }: { score: Score }) {
  return (
    <Badge tone={scoreTone[score]}>
      <ScoreMark score={score} />
      {score} {scoreLabels[score].name}
    </Badge>
  );
}

const scoreTone: Record<Score, Tone> = { 20: "good", 10: "minor", 0: "bad" };
