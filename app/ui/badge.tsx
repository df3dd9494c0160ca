import type { ReactNode } from "react";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { ScoreMark, SealedMark } from "./strip.tsx";

/** Shows a state in words on a quiet background. `strong` asks for attention by its weight; color belongs to scores. */
export function Badge({ strong, children }: { strong?: boolean; children: ReactNode }) {
  return <span className={strong ? "badge badge-strong" : "badge"}>{children}</span>;
}

/** Shows a game's score by shape, number and name. */
export function ScoreBadge({ score }: { score: Score }) {
  return (
    <span className={`badge score-${score}`}>
      <ScoreMark score={score} />
      {score} {scoreLabels[score].name}
    </span>
  );
}

/** Marks a sealed score by its own shape and word, without a score's color (product/ratings.md#blind). */
export function SealedBadge() {
  return (
    <Badge>
      <SealedMark />
      Sealed
    </Badge>
  );
}
