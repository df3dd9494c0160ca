import type { ReactNode } from "react";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { ScoreMark, SealedMark } from "./strip.tsx";

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

/** A score that is not open yet: its own shape and word, no score's color (product.md#blind). */
export function SealedBadge() {
  return (
    <Badge>
      <SealedMark />
      Sealed
    </Badge>
  );
}

const scoreTone: Record<Score, Tone> = { 20: "good", 10: "minor", 0: "bad" };
