import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { platformAdminById, removeAdmin } from "#app/domain/control/platform/admins.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Remove from the staff");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_users");
  const person = await platformAdminById(control, args.params.adminId ?? "");
  if (!person) throw notFound();
  return json({ name: `${person.first_name} ${person.last_name}`, email: person.email });
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_users");
  const removed = await removeAdmin(control, args.params.adminId ?? "", admin.id);
  if (removed.ok) return redirectWith("/admin/staff", "Removed. Their sessions have ended.");
  if (removed.problem === "last-super-admin")
    return redirectWith("/admin/staff", adminLabels.lastSuperAdmin, "bad");
  return redirect("/admin/staff", 303);
}

export default function RemoveStaff() {
  const { name, email } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={`Remove ${name}?`}
      lead={`${email} is signed out everywhere at once and cannot sign in again. What they did stays on record.`}
      width="text"
    >
      <ButtonForm>
        <FormButtons submit="Remove" look="danger" back="/admin/staff" />
      </ButtonForm>
    </AdminPage>
  );
}
