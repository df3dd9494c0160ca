import { codeFields } from "#app/domain/control/platform/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

const inputs = inputsOf(codeFields);

/** Asks for the password and a code before the second factor changes. */
export function ProofForm({ button, danger }: { button: string; danger?: boolean }) {
  return (
    <PostForm>
      <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
      <TextField
        {...inputs.code}
        label="Code of your authenticator"
        hint="Or, if your phone is lost, one of your recovery codes"
        autoComplete="one-time-code"
        width="medium"
      />
      <FormButtons submit={button} look={danger ? "danger" : "primary"} back="/admin/account" />
    </PostForm>
  );
}
