import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { staffTitle } from "#app/domain/club/staff/staff.ts";
import { resendInvitation } from "#app/journeys/staff/invite-staff.server.ts";
import { limitReached } from "#app/routes/club/teams/labels.ts";

/** Somebody who signed in again on the way lands here by GET: the button is on the teams page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "staff.invite");
  return redirect("/teams");
}

/** Resending is making an invitation anew. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  const outcome = await resendInvitation(ctx, { teamId, staffId });
  if ("member" in outcome) {
    const { member } = outcome;
    return redirectWith("/teams", `${staffTitle(member)} invitation sent successfully to ${member.email}`);
  }
  if (outcome.refused === "limit") return redirectWith("/teams", limitReached, "bad");
  if (outcome.refused === "already-joined") {
    return redirectWith("/teams", "This person has joined in the meantime: nothing to resend.");
  }
  throw notFound();
}
