import { href } from "#app/config/addresses.ts";
import {
  explainPolicy,
  type RatingPolicy,
  ratingPolicies,
  scopeLabels,
} from "#app/domain/club/rating-policy/labels.ts";
import { scopes } from "#app/domain/club/rating-policy/recalculation.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";

/** Leads to the page that shows what would change; nothing is changed before it is confirmed there. */
export function PolicyForm({ policy }: { policy: RatingPolicy }) {
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
