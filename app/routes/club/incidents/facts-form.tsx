import { href } from "#app/config/addresses.ts";
import { factsFields } from "#app/domain/club/incidents/fields.ts";
import type { CaseView } from "#app/domain/club/incidents/incident-view.ts";
import { abuseLevels, MINOR_OFFICIAL_FACTOR } from "#app/domain/club/incidents/incidents.ts";
import { minorLabels, NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { choicesOf, RadioField } from "#app/ui/choices.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

const inputs = inputsOf(factsFields);

/** What is known of an incident; all of it may be left open at first. */
export function FactsForm(props: { view: CaseView; version: string }) {
  const { view, version } = props;
  const { facts } = view;
  return (
    <PostForm>
      <Version value={version} />
      <TextArea
        {...inputs.what}
        hint={`What people saw and did, in your words. ${NO_CHILDREN}`}
        rows={6}
        value={facts.what}
        needed="needed before the case is closed"
      />
      <TextField {...inputs.when} hint="For example: second half, after the penalty" value={facts.when} />
      <RadioField
        name="minor"
        label={factsFields.minor.label}
        choices={choicesOf(minorLabels)}
        value={facts.minor}
        required
      />
      <SelectField
        name="level"
        label={factsFields.level.label}
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
      <FormButtons
        submit="Save the Facts"
        back={href("/incidents/:incidentId", { incidentId: view.id })}
        keep="Back to the Case"
      />
    </PostForm>
  );
}
