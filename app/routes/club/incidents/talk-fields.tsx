import { NO_CHILDREN, talkFieldLabels } from "#app/domain/club/incidents/labels.ts";
import { TextField } from "#app/ui/inputs.tsx";

/** The words of a plan that are shown to copy where they could not be saved. */
export const typedPlan = { who: talkFieldLabels.who.label, withWhom: talkFieldLabels.withWhom.label };

/** Who talks with whom, by when. */
export function TalkFields({ talk }: { talk?: { who: string; withWhom: string; by: string } }) {
  return (
    <>
      <TextField
        name="who"
        label={talkFieldLabels.who.label}
        hint="For example: the team manager, or the club's president"
        value={talk?.who}
        maxLength={120}
        required
      />
      <TextField
        name="withWhom"
        label={talkFieldLabels.withWhom.label}
        hint={`A role is enough: the parent who shouted, the other team's coach. ${NO_CHILDREN}`}
        value={talk?.withWhom}
        maxLength={120}
        required
      />
      <TextField
        name="by"
        type="date"
        label={talkFieldLabels.by.label}
        value={talk?.by}
        width="medium"
        required
      />
    </>
  );
}
