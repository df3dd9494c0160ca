import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { scores } from "#app/domain/club/ratings/ratings.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";

export function ScaleLegend() {
  return (
    <dl className="scale-legend">
      {scores.map((score) => (
        <div key={score}>
          <dt>
            <ScoreBadge score={score} />
          </dt>
          <dd>{scoreLabels[score].description}</dd>
        </div>
      ))}
    </dl>
  );
}
