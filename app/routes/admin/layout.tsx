import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { platformMay, platformRoleName } from "#app/permissions/platform-roles.ts";
import { AdminShell } from "#app/ui/shell/admin-shell.tsx";

export const handle = { bare: "admin" };

/** Protects the shell alone: a page's loader and action run beside this one, and each has its own guard. */
export async function loader(args: LoaderFunctionArgs) {
  const { admin } = await requireStaff(args);
  return {
    email: admin.email,
    role: platformRoleName[admin.role],
    managesClubs: platformMay(admin.role, "manage_clubs"),
    managesEmails: platformMay(admin.role, "manage_emails"),
    managesStaff: platformMay(admin.role, "manage_users"),
    notifications: platformMay(admin.role, "manage_notifications") ? admin.notifications : null,
  };
}

export default function AdminLayout() {
  return (
    <AdminShell shell={useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminShell>
  );
}
