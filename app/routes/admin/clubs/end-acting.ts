import { redirect } from "@remix-run/node";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { endActing } from "#app/domain/control/acting/acting.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Ends acting for a club, from the bar of any page; works after it has expired too
 * (product/support.md#acting-for-a-club).
 */
const form = staffForm({
  may: "account",
  change: ({ ctx: { control, admin } }) => endActing(control, admin.id, now()),
  saved: (_, { ctx: { admin } }) =>
    admin.actingFor && admin.clubName
      ? [href("/admin/clubs/:clubCode", { clubCode: admin.actingFor }), "You no longer act for this club."]
      : ["/admin", "You act for no club."],
});
export const action = form.action;
export const loader = form.loader(() => {
  throw redirect("/admin");
});
