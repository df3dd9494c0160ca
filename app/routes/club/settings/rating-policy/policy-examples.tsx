import {
  policyExamples,
  policyNames,
  type RatingPolicy,
  ratingPolicies,
  scoreOrPending,
} from "#app/domain/club/rating-policy/labels.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { ScoreMark } from "#app/ui/strip.tsx";

/** Shows five games under each policy: one side alone, both equal, and both different. */
export function PolicyExamples({ inForce }: { inForce: RatingPolicy }) {
  return (
    <section>
      <h2>The same game under each policy</h2>
      <DataTable
        caption="What becomes of two ratings under each policy"
        columns={[
          { name: "Manager gives" },
          { name: "Coach gives" },
          ...ratingPolicies.map((policy) => ({
            name: policy === inForce ? `${policyNames[policy]} (in force)` : policyNames[policy],
          })),
        ]}
        rows={policyExamples().map(({ manager, coach, results }) => ({
          key: `${manager} ${coach}`,
          cells: [
            <Given key="manager" score={manager} />,
            <Given key="coach" score={coach} />,
            ...results.map(resultCell),
          ],
        }))}
      />
    </section>
  );
}

const Given = ({ score }: { score: Score | null }) =>
  score === null ? <span className="muted">No rating</span> : <Short score={score} />;

const resultCell = (score: Score | null) =>
  score === null ? <span className="muted">{scoreOrPending(score)}</span> : <Short score={score} />;

/** Shows a score without its name, for which five columns have no room. */
const Short = ({ score }: { score: Score }) => (
  <span className="marked-score">
    <ScoreMark score={score} /> {score}
    <span className="visually-hidden"> {scoreLabels[score].name}</span>
  </span>
);

/** Shows a score by shape, number and name. */
export const Marked = ({ score }: { score: Score }) => (
  <span className="marked-score">
    <ScoreMark score={score} /> {scoreOrPending(score)}
  </span>
);
