import { redirect } from "@remix-run/node";
import { z } from "zod";
import { staffForm } from "#app/auth/form.server.ts";
import {
  renewPlatformInvitation,
  withdrawPlatformInvitation,
} from "#app/domain/control/platform/admin-invitations.server.ts";
import { oneOf } from "#app/forms/fields.server.ts";

/** Sends an open invitation again, or withdraws it. */
const form = staffForm({
  may: "manage_users",
  schema: z.object({ do: oneOf(["resend", "withdraw"], "Choose what to do") }),
  change: async ({ ctx: { control, admin }, params: { invitationId = "" }, value }) => {
    if (value.do === "resend") return renewPlatformInvitation(control, invitationId, admin.id);
    await withdrawPlatformInvitation(control, invitationId, admin.id);
    return true;
  },
  saved: (open, { value }) => {
    if (!open) return ["/admin/staff", "That invitation is not open any more.", "bad"];
    const done = value.do === "resend" ? "sent again" : "withdrawn";
    return ["/admin/staff", `The invitation is ${done}.`];
  },
});
export const action = form.action;
/** The buttons are on the list. */
export const loader = form.loader(() => {
  throw redirect("/admin/staff");
});
