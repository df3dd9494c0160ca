import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";
import { Card } from "./card.tsx";

/** How the club's policy turns two ratings into one score. */
export function PolicyPanel({ labels }: { labels: PolicyLabels }) {
  return (
    <Card title={labels.title}>
      <p>{labels.summary}</p>
      <ul>
        {labels.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  );
}
