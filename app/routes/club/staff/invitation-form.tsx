import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

/** Whom to invite; a coach is head or assistant. */
export function InvitationForm(props: {
  role: "manager" | "coach";
  /** Where 'Cancel' leads. */
  back: string;
}) {
  const { role, back } = props;
  return (
    <PostForm>
      <Hidden name="role" value={role} />
      <TextField
        name="email"
        label={role === "manager" ? "Manager's Email" : "Coach's Email"}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      {role === "coach" ? (
        <RadioField
          name="coachRole"
          label="Coach Role"
          value="head"
          choices={[
            {
              value: "head",
              label: "Head Coach",
              hint: "A head coach's rating replaces an assistant's.",
            },
            { value: "assistant", label: "Assistant Coach" },
          ]}
          required
        />
      ) : null}
      <Buttons>
        <SubmitButton>Send Invitation</SubmitButton>
        <ButtonLink href={back} look="quiet">
          Cancel
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
