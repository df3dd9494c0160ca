import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireCareOf, requireClubUser } from "#app/auth/guards.server.ts";
import { resendInvitation } from "#app/domain/club/staff/invitations.server.ts";
import { alreadyJoinedLabel, dailyLimitLabel, staffTitle } from "#app/domain/club/staff/labels.ts";
import { findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import { sendInvitation } from "#app/journeys/staff/send-invitation.server.ts";
import { wayBack } from "./way-back.ts";

/** Reached by GET after signing in again; the button is on the page that it leads back to. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "staff.invite");
  return redirect(wayBack(args.request, args.params.teamId ?? ""));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  const before = await findMemberOfTeam(ctx.db, { teamId, staffId });
  if (!before) throw notFound();
  requireCareOf(ctx.user, before);
  const back = wayBack(args.request, teamId);
  const result = await sendInvitation(ctx, (tx) => resendInvitation(tx, { teamId, staffId }));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    if (result.problem === "daily-limit") return redirectWith(back, dailyLimitLabel, "bad");
    return redirectWith(back, alreadyJoinedLabel);
  }
  const { member } = result;
  return redirectWith(back, `${staffTitle(member)} invitation sent successfully to ${member.email}`);
}
