import { href } from "#app/config/addresses.ts";
import { platformRoleHint, platformRoleName, platformRoles } from "#app/domain/control/platform/roles.ts";
import { NewPasswordFields } from "#app/routes/account/passwords/new-password-fields.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, RadioField } from "#app/ui/choices.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm, useReply } from "#app/ui/post-form.tsx";

export function KeyStep({ keyed }: { keyed: boolean }) {
  const reply = useReply();
  if (keyed && !reply)
    return (
      <>
        <p>Your setup key was right. You need not enter it again.</p>
        <Buttons>
          <ButtonLink href={href("/admin/register", { step: "2" })} look="primary">
            Next
          </ButtonLink>
        </Buttons>
      </>
    );
  return (
    <PostForm>
      <TextField
        name="setupKey"
        label="Setup Key"
        type="password"
        hint="ADMIN_SETUP_KEY, as whoever runs this installation set it"
        autoComplete="off"
        required
      />
      <Buttons>
        <SubmitButton>Next</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

export function PersonStep(props: {
  person: { firstName: string; lastName: string; email: string; company: string } | null;
}) {
  const { person } = props;
  return (
    <PostForm>
      <TextField
        name="firstName"
        label="First Name"
        value={person?.firstName}
        autoComplete="given-name"
        maxLength={80}
        required
      />
      <TextField
        name="lastName"
        label="Last Name"
        value={person?.lastName}
        autoComplete="family-name"
        maxLength={80}
        required
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        value={person?.email}
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        name="company"
        label="Company"
        value={person?.company}
        autoComplete="organization"
        maxLength={120}
      />
      <Buttons>
        <SubmitButton>Next</SubmitButton>
        <BackButton />
      </Buttons>
    </PostForm>
  );
}

/** Sends the form, so that what was typed is kept. Second, because Enter presses the first button. */
function BackButton() {
  return (
    <SubmitButton look="quiet" name="do" value="back">
      Back
    </SubmitButton>
  );
}

export function SecurityStep(props: { email: string; role: string; terms: boolean }) {
  const { email, role, terms } = props;
  return (
    <PostForm>
      <p>
        For <strong>{email}</strong>
      </p>
      <NewPasswordFields label="Password" confirmLabel="Confirm Password" needs="nothing" />
      <RadioField
        name="role"
        label="Role"
        value={role}
        choices={platformRoles.map((role) => ({
          value: role,
          label: platformRoleName[role],
          hint: platformRoleHint[role],
        }))}
        required
      />
      <CheckboxField
        name="terms"
        checked={terms}
        label={
          <>
            I accept the <a href="/terms">terms</a> and the <a href="/privacy">privacy policy</a>
          </>
        }
        required
      />
      <Buttons>
        <SubmitButton busy="Creating Account...">Create Admin Account</SubmitButton>
        <BackButton />
      </Buttons>
    </PostForm>
  );
}
