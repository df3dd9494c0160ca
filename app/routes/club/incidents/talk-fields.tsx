import { talkFields } from "#app/domain/club/incidents/fields.ts";
import { NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { TextField } from "#app/ui/inputs.tsx";

const inputs = inputsOf(talkFields);

/** Labels of a plan that is shown to copy if it could not be saved. */
export const typedPlan = { who: talkFields.who.label, withWhom: talkFields.withWhom.label };

/** Asks who talks with whom, by what day. */
export function TalkFields({ talk }: { talk?: { who: string; withWhom: string; by: string } }) {
  return (
    <>
      <TextField
        {...inputs.who}
        hint="For example: the team manager, or the club's president"
        value={talk?.who}
      />
      <TextField
        {...inputs.withWhom}
        hint={`A role is enough: the parent who shouted, the other team's coach. ${NO_CHILDREN}`}
        value={talk?.withWhom}
      />
      <TextField name="by" type="date" label={talkFields.by.label} value={talk?.by} width="medium" required />
    </>
  );
}
