import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { platformAdminById, removeAdmin } from "#app/domain/control/platform/admins.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Remove from the staff");

const form = staffForm({
  may: "manage_users",
  change: async ({ ctx, params }) => {
    const removed = await removeAdmin(ctx.control, params.adminId ?? "", ctx.admin.id);
    // Idempotent.
    return removed.ok || removed.problem === "last-super-admin" ? removed : null;
  },
  problems: () => ["/admin/staff", adminLabels.lastSuperAdmin, "bad"],
  saved: (removed) => (removed ? ["/admin/staff", "Removed. Their sessions have ended."] : "/admin/staff"),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, params }) => {
  const person = await platformAdminById(ctx.control, params.adminId ?? "");
  if (!person) throw notFound();
  return { name: `${person.first_name} ${person.last_name}`, email: person.email };
});

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
