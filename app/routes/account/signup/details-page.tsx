import {
  formatPrice,
  largerPlanNeeded,
  type PlanId,
  planOf,
  readPlan,
} from "#app/domain/control/billing/plans.ts";
import { detailsFields } from "#app/domain/control/signup/fields.ts";
import { lowerFirst, signupSteps } from "#app/domain/control/signup/labels.ts";
import { existingPlatforms, readPlayers, type SignupFields } from "#app/domain/control/signup/signups.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, choicesOf, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";

interface Props {
  plan: PlanId;
  draft: SignupFields;
}

const inputs = inputsOf(detailsFields);

export function DetailsPage({ plan, draft }: Props) {
  const reply = useReply();
  const chosen = planOf(readPlan(reply?.values.plan) ?? plan);
  const larger = reply?.errors.estimatedPlayers ? suggestedPlan(chosen.id, reply) : null;
  return (
    <SitePage
      title="Club Information"
      lead={`You chose ${chosen.name}: ${lowerFirst(chosen.description)}, ${formatPrice(chosen.priceCents)}/year.`}
      width="narrow"
    >
      <Steps current={2} names={signupSteps} />
      <PostForm>
        <Hidden name="plan" value={chosen.id} />
        <TextField {...inputs.clubName} value={draft.clubName} autoComplete="organization" />
        <TextField {...inputs.contactName} value={draft.contactName} autoComplete="name" />
        <TextField
          {...inputs.email}
          type="email"
          value={draft.email}
          autoComplete="email"
          hint="The login code and the link to set your password go here."
        />
        <TextField {...inputs.phone} type="tel" value={draft.phone} autoComplete="tel" />
        <SelectField
          {...inputs.state}
          value={draft.state}
          choices={stateChoices}
          empty="Select a state"
          autoComplete="address-level1"
        />
        <TextField {...inputs.city} value={draft.city} autoComplete="address-level2" />
        <TextField
          {...inputs.estimatedPlayers}
          value={draft.estimatedPlayers}
          inputMode="numeric"
          width="short"
        />
        {larger ? (
          <p>
            <SubmitButton look="secondary" name="intent" value="switch">
              Switch to {larger.name} for {formatPrice(larger.priceCents)}/year and continue
            </SubmitButton>
          </p>
        ) : null}
        <SelectField
          {...inputs.existingPlatform}
          hint="It helps us help you with the first import."
          value={draft.existingPlatform}
          choices={choicesOf(existingPlatforms)}
          empty="None, or prefer not to say"
        />
        <TextArea {...inputs.description} value={draft.description} />
        <Notice title="An estimate is enough for now">
          <p>
            Within 30 days of signing up you verify it with a roster or registration list. If your number of
            players fits another package, we refund what you overpaid, or you pay the difference within 7
            days.
          </p>
        </Notice>
        <CheckboxField
          name="agreedToTerms"
          checked={draft.agreed}
          label={
            <>
              I agree to the{" "}
              <a href="/terms" target="_blank" rel="noreferrer">
                Terms of Service
              </a>{" "}
              and the{" "}
              <a href="/privacy" target="_blank" rel="noreferrer">
                Privacy Policy
              </a>{" "}
              (both open in a new tab)
            </>
          }
          required
        />
        <Buttons>
          <SubmitButton>Continue to Payment</SubmitButton>
          <SubmitButton look="secondary" name="intent" value="back">
            Back to Package Selection
          </SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}

function suggestedPlan(chosen: ReturnType<typeof planOf>["id"], reply: FormReply) {
  const players = readPlayers(String(reply.values.estimatedPlayers ?? ""));
  return players === null ? null : largerPlanNeeded(chosen, players);
}
