import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";

/**
 * The club's policy in a sentence, and the way to its page.
 * @param labels none where the page says already whose rating counts
 */
export function PolicyLine({ labels }: { labels?: Pick<PolicyLabels, "summary"> }) {
  return (
    <p className="muted small">
      {labels?.summary} <a href="/rating/how">How results are made</a>
    </p>
  );
}
