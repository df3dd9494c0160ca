import { invitationFields } from "#app/domain/club/staff/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { type Choice, RadioField } from "#app/ui/choices.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PostForm, useReply } from "#app/ui/post-form.tsx";

const inputs = inputsOf(invitationFields);

/** Invites a manager, a coach or a further administrator; open after a refusal, and where there is nobody else yet. */
export function InviteUser({ teams }: { teams: readonly Choice[] }) {
  const reply = useReply();
  return (
    <details className="more invite-user" open={reply !== undefined}>
      <summary>Invite User</summary>
      <p>
        <a href="/teams/invite">Invite several managers and coaches at once</a>, from a list.
      </p>
      <PostForm>
        <TextField {...inputs.name} autoComplete="off" />
        <TextField {...inputs.email} type="email" autoComplete="off" />
        <RadioField
          name="role"
          label="Role"
          value="manager"
          choices={[
            { value: "manager", label: "Team Manager" },
            { value: "coach", label: "Coach" },
            {
              value: "administrator",
              label: "Club Administrator",
              hint: "Sees and changes everything that you do. Needs no team.",
            },
          ]}
          required
        />
        <div className="for-staff">
          <SelectField
            name="team"
            label="Team"
            needed="for a manager or coach"
            hint={teams.length === 0 ? "Add a team first." : undefined}
            empty="Choose a team"
            choices={teams}
          />
        </div>
        <div className="for-coach">
          <RadioField
            name="coachRole"
            label="Coach Role"
            needed="for a coach"
            value="head"
            choices={[
              { value: "head", label: "Head Coach", hint: "A head coach's rating replaces an assistant's." },
              { value: "assistant", label: "Assistant Coach" },
            ]}
          />
        </div>
        <Buttons>
          <SubmitButton>Send Invitation</SubmitButton>
        </Buttons>
      </PostForm>
    </details>
  );
}
