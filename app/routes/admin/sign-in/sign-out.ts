import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endAdminSession, readAdminSession } from "#app/auth/admin-session.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";

export async function loader() {
  return redirect("/admin/login");
}

export async function action(args: ActionFunctionArgs) {
  const { control, note } = await publicContext(args);
  const session = await readAdminSession(control, args.request);
  note({ event: "signed out", staff: session?.id ?? null });
  const headers = { "Set-Cookie": await endAdminSession(control, args.request) };
  return redirect("/admin/login", { status: 303, headers });
}
