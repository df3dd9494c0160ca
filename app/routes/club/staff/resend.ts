import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { resendInvitation } from "#app/domain/club/staff/invitations.server.ts";
import { alreadyJoinedLabel, dailyLimitLabel, staffTitle } from "#app/domain/club/staff/labels.ts";
import { sendInvitation } from "#app/journeys/staff/send-invitation.server.ts";

/** Reached by GET after signing in again; the button is on the teams page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "staff.invite");
  return redirect("/teams");
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  const result = await sendInvitation(ctx, (tx) => resendInvitation(tx, { teamId, staffId }));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    if (result.problem === "daily-limit") return redirectWith("/teams", dailyLimitLabel, "bad");
    return redirectWith("/teams", alreadyJoinedLabel);
  }
  const { member } = result;
  return redirectWith("/teams", `${staffTitle(member)} invitation sent successfully to ${member.email}`);
}
