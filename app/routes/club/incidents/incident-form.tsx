import type { IncidentView } from "#app/domain/club/incidents/incident-view.ts";
import { abuseLevels, MINOR_OFFICIAL_FACTOR } from "#app/domain/club/incidents/incidents.ts";
import { minorLabels } from "#app/domain/club/incidents/labels.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

/** The buttons post the note's new status, so saving and closing are one step. */
export function IncidentForm(props: { note: IncidentView["note"]; version: string; reply?: FormReply }) {
  const { note, version, reply } = props;
  const open = note.status === "open";
  return (
    <PostForm reply={reply}>
      <Version value={version} />
      <TextArea
        name="what"
        label="What happened"
        hint="What people saw and did, in your words. Leave out the names of children."
        rows={6}
        maxLength={4000}
        value={note.what}
        required
      />
      <TextField
        name="when"
        label="When in the game"
        hint="For example: second half, after the penalty"
        value={note.when}
        maxLength={120}
      />
      <RadioField
        name="minor"
        label="Was the official a minor?"
        choices={Object.entries(minorLabels).map(([value, label]) => ({ value, label }))}
        value={note.minor}
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
        value={note.level ?? "none"}
      />
      <Buttons>
        <SubmitButton name="status" value="open">
          {open ? "Save Note" : "Save and Reopen"}
        </SubmitButton>
        <SubmitButton name="status" value="closed" look="secondary">
          {open ? "Save and Close Note" : "Save, Keep Closed"}
        </SubmitButton>
      </Buttons>
    </PostForm>
  );
}
