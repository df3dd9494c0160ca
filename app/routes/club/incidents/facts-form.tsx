import { href } from "#app/config/addresses.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { abuseLevels, MINOR_OFFICIAL_FACTOR } from "#app/domain/club/incidents/incidents.ts";
import { minorLabels, NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

/** What is known of an incident; all of it may be left open at first. */
export function FactsForm(props: { view: CaseView; version: string }) {
  const { view, version } = props;
  const { facts } = view;
  return (
    <PostForm>
      <Version value={version} />
      <TextArea
        name="what"
        label="What happened"
        hint={`What people saw and did, in your words. ${NO_CHILDREN}`}
        rows={6}
        maxLength={4000}
        value={facts.what}
        needed="needed before the case is closed"
      />
      <TextField
        name="when"
        label="When in the game"
        hint="For example: second half, after the penalty"
        value={facts.when}
        maxLength={120}
      />
      <RadioField
        name="minor"
        label="Was the official a minor?"
        choices={Object.entries(minorLabels).map(([value, label]) => ({ value, label }))}
        value={facts.minor}
        required
      />
      <SelectField
        name="level"
        label="U.S. Soccer level"
        hint={`Policy 531-9, abuse of a game official without physical contact. For an official who is a minor, ${MINOR_OFFICIAL_FACTOR} times as many games.`}
        choices={[
          { value: "none", label: "Does not apply" },
          ...abuseLevels.map(({ level, games }) => ({
            value: String(level),
            label: `Level ${level}: at least ${games} games`,
          })),
        ]}
        value={facts.level ?? "none"}
      />
      <Buttons>
        <SubmitButton>Save the Facts</SubmitButton>
        <ButtonLink href={href("/incidents/:incidentId", { incidentId: view.id })} look="quiet">
          Back to the Case
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
