import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { startAdminOver } from "#app/auth/start-over.server.ts";
import { staffPasswords } from "#app/domain/control/platform/admins.server.ts";
import { submitPasswordChange } from "#app/routes/account/passwords/change-password.server.ts";
import { ChangePasswordForm } from "#app/routes/account/passwords/password-fields.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };
export const meta = () => title("Change Password");

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  return null;
}

/** Changes the password of one of the platform's staff (product/platform-staff.md#platform-staff). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireStaff(args);
  return submitPasswordChange(ctx, args.request, {
    passwords: staffPasswords,
    id: ctx.admin.id,
    startOver: (text) => startAdminOver(ctx, "/admin/account", text),
  });
}

export default function ChangeAdminPassword() {
  return (
    <AdminPage
      title="Change Password"
      lead="Every other device that is signed in is signed out. Your authenticator stays as it is."
      width="text"
    >
      <ChangePasswordForm back="/admin/account" busy="Updating..." />
    </AdminPage>
  );
}
