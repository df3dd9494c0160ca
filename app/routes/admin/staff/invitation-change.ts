import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import {
  renewPlatformInvitation,
  withdrawPlatformInvitation,
} from "#app/domain/control/platform/admin-invitations.server.ts";
import { oneOf } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";

const schema = z.object({ do: oneOf(["resend", "withdraw"], "Choose what to do") });

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args, "manage_users");
  return redirect("/admin/staff");
}

/** Sends an open invitation again, or withdraws it. */
export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_users");
  const reading = await readForm(args.request, schema);
  if (!reading.ok) return reading.answer;
  const id = args.params.invitationId ?? "";
  if (reading.value.do === "withdraw") {
    await withdrawPlatformInvitation(control, id, admin.id);
    return redirectWith("/admin/staff", "The invitation is withdrawn.");
  }
  return (await renewPlatformInvitation(control, id, admin.id))
    ? redirectWith("/admin/staff", "The invitation is sent again.")
    : redirectWith("/admin/staff", "That invitation is not open any more.", "bad");
}
