import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";
import { Card } from "./card.tsx";

/** How the club's policy turns two ratings into one score. */
export function PolicyPanel({ words }: { words: PolicyLabels }) {
  return (
    <Card title={words.title}>
      <p>{words.summary}</p>
      <ul>
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  );
}
