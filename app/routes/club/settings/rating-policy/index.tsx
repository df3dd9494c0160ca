import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  explainPolicy,
  policyNames,
  type RatingPolicy,
  ratingPolicies,
  scopeLabels,
} from "#app/domain/club/rating-policy/labels.ts";
import {
  policyChanges,
  type StoredPolicyChange,
} from "#app/domain/club/rating-policy/rating-policy.server.ts";
import { scopes } from "#app/domain/club/rating-policy/recalculation.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { SettingsPage } from "#app/routes/club/settings/settings-page.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { title } from "#app/ui/title.ts";
import { PolicyExamples } from "./policy-examples.tsx";

export const handle = { extra: "settings" };

export const meta = () => title("Rating Policy, Club Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireClubUser(args, "club.manage");
  const [policy, changes] = await Promise.all([ratingPolicyOf(db), policyChanges(db)]);
  return {
    policy,
    changes: changes.map((change) => ({ ...change, when: formatMoment(change.changed_at, club.timezone) })),
  };
}

export default function RatingPolicyPage() {
  const { policy, changes } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      section="rating-policy"
      lead="How a coach's and a team manager's rating of a game become one score."
    >
      <PolicyForm policy={policy} />
      <PolicyExamples inForce={policy} />
      <PolicyChanges changes={changes} />
    </SettingsPage>
  );
}

type Change = Omit<StoredPolicyChange, "changed_by"> & { when: string };

/** Lists who chose which policy when, and its effect on the scores. */
function PolicyChanges({ changes }: { changes: readonly Change[] }) {
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

/** Opens the page that previews the change; nothing changes before it is confirmed there. */
function PolicyForm({ policy }: { policy: RatingPolicy }) {
  return (
    <form method="get" action={href("/club/settings/rating-policy/preview")} className="form">
      <RadioField
        name="policy"
        label="Policy"
        card
        required
        value={policy}
        choices={ratingPolicies.map((value) => {
          const { name, summary, rules } = explainPolicy(value);
          return {
            value,
            label: value === policy ? `${name} (in force)` : name,
            hint: `${summary} ${rules}`,
          };
        })}
      />
      <RadioField
        name="scope"
        label="For which games?"
        required
        value="open"
        choices={scopes.map((value) => ({ value, ...scopeLabels[value] }))}
      />
      <SubmitButton>See What Would Change</SubmitButton>
    </form>
  );
}
