import { formatMean } from "#app/domain/club/pulse/labels.ts";
import { type AnswerStats, type Distribution, pulseScores } from "#app/domain/club/pulse/pulse.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { DataTable } from "#app/ui/data-table.tsx";

const { scores } = pulseCatalogue("en");

/** Counts the parents who chose each number, as bars from 0, the best first. */
export function AnswersTable({ stats, of }: { stats: AnswerStats; of: string }) {
  const { counts, answers } = stats;
  return (
    <table className="years-table">
      <caption className="visually-hidden">Answers {of}</caption>
      <thead>
        <tr>
          <th scope="col">Answer</th>
          <th scope="col">Share</th>
          <th scope="col">Answers</th>
        </tr>
      </thead>
      <tbody>
        {pulseScores.toReversed().map((score) => {
          const n = counts[score - 1] ?? 0;
          return (
            <tr key={score}>
              <td>
                {score} · {scores[score]}
              </td>
              <td className="years-bar">
                <Bar share={n / answers} />
              </td>
              <td>
                {count(n)} ({Math.round((n / answers) * 100)}%)
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-track" width="100" height="10" />
      <rect className="years-fill" width={Math.round(share * 1000) / 10} height="10" />
    </svg>
  );
}

/** Lists the teams whose answers can be shown, lowest first. */
export function TeamAnswers({
  teams,
}: {
  teams: readonly (AnswerStats & { teamId: string; name: string })[];
}) {
  return (
    <DataTable
      caption="Answers by team"
      columns={[
        { name: "Team" },
        { name: "Average", numeric: true },
        { name: "Answers", numeric: true },
        { name: "From 5 to 1", wide: true },
      ]}
      rows={teams
        .toSorted((a, b) => a.mean - b.mean)
        .map(({ teamId, name, mean, answers, counts }) => ({
          key: teamId,
          cells: [name, `${formatMean(mean)} of 5`, count(answers), spread(counts)],
        }))}
    />
  );
}

/** Returns '5: 3 answers, 4: 6 answers'. */
const spread = (counts: Distribution) =>
  pulseScores
    .toReversed()
    .flatMap((score) => {
      const n = counts[score - 1] ?? 0;
      return n > 0 ? [`${score}: ${pluralize(n, "answer")}`] : [];
    })
    .join(", ");
