import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { startAdminOver } from "#app/auth/start-over.server.ts";
import { ownPasswordLabels } from "#app/domain/control/accounts/labels.ts";
import { changePasswordSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { resetPasswordErrors } from "#app/domain/control/passwords/new-password.server.ts";
import { changeAdminPassword } from "#app/domain/control/platform/own-admin.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { NewPasswordFields } from "#app/routes/account/passwords/new-password-fields.tsx";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { scripted: true };
export const meta = () => title("Change Password");

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  return json(null);
}

/**
 * Changes the user's own password. Every other session ends; this browser gets a new one (product.md#platform-staff).
 */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireStaff(args);
  const hide = ["current", "password", "confirmPassword"];
  const reading = await readForm(args.request, changePasswordSchema, { hide });
  if (!reading.ok) return reading.answer;
  const wrong = resetPasswordErrors(reading.value);
  if (wrong) return reading.refuse(wrong);
  return orTooBusy(async () => {
    const changed = await changeAdminPassword(ctx.control, ctx.admin.id, reading.value);
    if (!changed.ok) {
      if (changed.problem === "locked") return reading.refuse({ "": ownPasswordLabels.locked }, 429);
      return reading.refuse({ current: ownPasswordLabels[changed.problem] });
    }
    ctx.note({ event: "password changed" });
    const text = "Your password is changed. Every other device is signed out.";
    return startAdminOver(ctx, "/admin/account", text);
  }, reading.refuse);
}

export default function ChangeAdminPassword() {
  return (
    <AdminPage
      title="Change Password"
      lead="Every other device that is signed in is signed out. Your authenticator stays as it is."
      width="text"
    >
      <PostForm>
        <TextField
          name="current"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields label="New password" confirmLabel="Confirm new password" needs="four" />
        <Buttons>
          <SubmitButton busy="Updating...">Update Password</SubmitButton>
          <ButtonLink href="/admin/account" look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </AdminPage>
  );
}
