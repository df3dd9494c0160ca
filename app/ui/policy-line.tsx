import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";

/**
 * Sums up the club's policy in a sentence with a link to its page.
 * @param labels none if the page already says whose rating counts
 */
export function PolicyLine({ labels }: { labels?: Pick<PolicyLabels, "summary"> }) {
  return (
    <p className="muted small">
      {labels?.summary} <a href="/rating/how">How results are made</a>
    </p>
  );
}
