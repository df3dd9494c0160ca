import { reasonName, scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { MAX_REASON, type RatingPlace } from "#app/domain/club/ratings/rating-problems.ts";
import { scores } from "#app/domain/club/ratings/ratings.ts";
import { incidentTags, supportiveTags } from "#app/domain/values/rating-tags.ts";
import { CheckboxGroup, RadioField, TextArea } from "#app/ui/inputs.tsx";
import { useReply } from "#app/ui/post-form.tsx";
import type { Filled } from "./open-game.server.ts";

/** Shows the inputs for the three scores, the tags, and the reason: the same on every rating form. */
export function RatingFields(props: { filled: Filled | null; place: RatingPlace }) {
  const reply = useReply();
  const { filled, place } = props;
  return (
    <>
      <RadioField
        name="score"
        label="How was the sideline?"
        choices={scores.map((score) => ({
          value: String(score),
          label: scoreLabels[score].name,
          hint: scoreLabels[score].description,
          score,
        }))}
        value={filled?.score}
        card
        required
      />
      <CheckboxGroup
        name="happened"
        label="What happened?"
        hint="For Minor Issues or a Major Incident, at least one."
        choices={asChoices(incidentTags)}
        values={filled?.happened}
        required
      />
      <CheckboxGroup
        name="supportive"
        label="What went well?"
        choices={asChoices(supportiveTags)}
        values={filled?.supportive}
      />
      <TextArea
        name="reason"
        label={reasonName[place]}
        hint={
          place === "page"
            ? "A short sentence. Please leave out the names of parents and children."
            : "Please leave out names."
        }
        needed="needed for a Major Incident"
        rows={place === "page" ? 3 : 2}
        maxLength={MAX_REASON}
        value={filled?.reason}
        required={place === "page" || reply?.values.score === "0"}
      />
    </>
  );
}

const asChoices = (tags: readonly { name: string; label: string }[]) =>
  tags.map(({ name, label }) => ({ value: name, label }));
