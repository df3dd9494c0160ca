import { policyNames } from "#app/domain/club/rating-policy/labels.ts";
import type { StoredPolicyChange } from "#app/domain/club/rating-policy/rating-policy.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { DataTable } from "#app/ui/data-table.tsx";

type Change = Omit<StoredPolicyChange, "changed_by"> & { when: string };

/** Who chose which policy when, and what it did to the scores. */
export function PolicyChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <section>
      <h2>Changes so far</h2>
      {changes.length === 0 ? (
        <p className="muted">The policy was never changed.</p>
      ) : (
        <>
          <DataTable
            caption="Changes of the rating policy, newest first"
            columns={[{ name: "When" }, { name: "Who" }, { name: "From" }, { name: "To" }, { name: "Games" }]}
            rows={changes.map((change) => ({
              key: change.id,
              cells: [
                change.when,
                change.changed_by_name,
                policyNames[change.from_policy],
                policyNames[change.to_policy],
                gamesOf(change),
              ],
            }))}
          />
          <p className="muted">
            To go back, choose the earlier policy for all games. Every game's page shows administrators the
            results that it had before.
          </p>
        </>
      )}
    </section>
  );
}

function gamesOf({ scope, scores }: Change): string {
  const got = scores === 0 ? "no score changed" : `${pluralize(scores, "game")} got another score`;
  return scope === "all" ? `All games: ${got}` : `Games not yet final: ${got}`;
}
