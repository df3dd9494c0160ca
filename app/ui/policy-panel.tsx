import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";
import { Card } from "./card.tsx";

/** Explains how two ratings become one score, by the policy in force. */
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
