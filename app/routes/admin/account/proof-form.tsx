import { codeFields } from "#app/domain/control/platform/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

const inputs = inputsOf(codeFields);

/**
 * Asks for the password and a code before a second factor changes.
 * @param colleague its owner, if not the user: a helper without an authenticator has no code to give
 */
export function ProofForm(props: {
  button: string;
  danger?: boolean;
  colleague?: { back: string; asksCode: boolean };
}) {
  const { button, danger, colleague } = props;
  return (
    <PostForm>
      <TextField
        name="password"
        label={colleague ? "Your own password" : "Password"}
        type="password"
        autoComplete="current-password"
        required
      />
      {colleague?.asksCode === false ? null : (
        <TextField
          {...inputs.code}
          label={colleague ? "Code of your own authenticator" : "Code of your authenticator"}
          hint={colleague ? undefined : "Or, if your phone is lost, one of your recovery codes"}
          autoComplete="one-time-code"
          width="medium"
        />
      )}
      <FormButtons
        submit={button}
        look={danger ? "danger" : "primary"}
        back={colleague?.back ?? "/admin/account"}
      />
    </PostForm>
  );
}
