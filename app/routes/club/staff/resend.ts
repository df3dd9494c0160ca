import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { resendInvitation } from "#app/domain/club/staff/invitations.server.ts";
import { alreadyJoinedLabel, dailyLimitLabel, staffTitle } from "#app/domain/club/staff/labels.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { openMember } from "./open-member.server.ts";
import { wayBack } from "./way-back.ts";

/** Reached by GET after signing in again; the button is on the page that it returns to. */
/** Redirects to the team's page, which has the button, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "staff.invite");
  return redirect(wayBack(args.request, args.params.teamId ?? ""));
}

const form = clubForm({
  may: "staff.invite",
  find: openMember,
  change: ({ ctx, found }) => sendInvitation(ctx, (tx) => resendInvitation(tx, found.ref)),
  problems: ({ problem }, { found, request }) => {
    const back = wayBack(request, found.ref.teamId);
    return problem === "daily-limit" ? [back, dailyLimitLabel, "bad"] : [back, alreadyJoinedLabel];
  },
  saved: ({ member }, { found, request }) => [
    wayBack(request, found.ref.teamId),
    `${staffTitle(member)} invitation sent successfully to ${member.email}`,
  ],
});
export const action = form.action;
