import {
  type AnnouncementFields,
  audiences,
  MAX_SUBJECT,
  MAX_TEXT,
} from "#app/domain/club/announcements/announcements.ts";
import { audienceLabels } from "#app/domain/club/announcements/labels.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxGroup, RadioField } from "#app/ui/choices.tsx";
import { TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

export function AnnouncementForm(props: {
  teams: readonly { teamId: string; teamName: string }[];
  /** What is being changed, before it was sent. */
  filled: AnnouncementFields | null;
}) {
  const { teams, filled } = props;
  return (
    <PostForm>
      <TextField name="subject" label="Subject" value={filled?.subject} maxLength={MAX_SUBJECT} required />
      <TextArea
        name="body"
        label="Text"
        hint="Plain text. Addresses that begin with https:// become links; an empty line begins a new paragraph."
        value={filled?.body}
        rows={8}
        maxLength={MAX_TEXT}
        required
      />
      <RadioField
        name="audience"
        label="Who gets it"
        value={filled?.audience ?? "everybody"}
        choices={audiences.map((value) => ({ value, label: audienceLabels[value] }))}
        required
      />
      {teams.length > 0 ? (
        <CheckboxGroup
          name="teamIds"
          label="Chosen teams"
          needed="only for chosen teams"
          values={filled?.teamIds ?? []}
          choices={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
        />
      ) : null}
      <Buttons>
        <SubmitButton>Preview</SubmitButton>
      </Buttons>
    </PostForm>
  );
}
