import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { notFound, requireCareOf } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { findMember, findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import { removeStaff } from "#app/journeys/staff/staff.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { wayBack } from "./way-back.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.pending ? "Take Back Invitation" : "Remove from Team");

const form = clubForm({
  may: "staff.invite",
  // In any state: sending the form twice is one removal.
  find: async (ctx, { teamId, staffId = "" }) => {
    const member = await findMember(ctx.db, staffId);
    // A member of another team gets the same answer as an unknown one.
    if (!member || member.teamId !== teamId) return undefined;
    requireCareOf(ctx.user, member);
    return member;
  },
  change: ({ ctx, found, params }) =>
    removeStaff(ctx, { teamId: params.teamId ?? "", staffId: found.id }, ctx.user.name),
  saved: ({ member }, { request, params }) => [
    wayBack(request, params.teamId ?? ""),
    member.status === "pending"
      ? `The invitation of ${member.email} is taken back.`
      : `${member.name} is no longer ${staffTitle(member)} of ${member.teamName}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found, request, params: { teamId = "" } }) => {
  const member = await findMemberOfTeam(ctx.db, { teamId, staffId: found.id });
  if (!member) throw notFound();
  return {
    teamId,
    back: wayBack(request, teamId),
    team: member.teamName,
    who: member.name || member.email,
    title: staffTitle(member),
    pending: member.status === "pending",
  };
});

export default function RemoveMember() {
  const { teamId, back, team, who, title, pending } = useLoaderData<typeof loader>();
  const heading = pending ? "Take Back Invitation" : "Remove from Team";
  return (
    <ConfirmPage
      title={heading}
      lead={
        pending
          ? `Do you want to take back the invitation of ${who} as ${title} of ${team}?`
          : `Do you want to remove ${who} as ${title} of ${team}?`
      }
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team, href: href("/teams/:teamId", { teamId }) },
        { label: heading },
      ]}
      submit={heading}
      look="danger"
      back={back}
    >
      <p>
        {pending
          ? "The link in the email stops working at once. You can invite the same address again later."
          : "This person loses access to the team at once. Ratings they gave stay."}
      </p>
    </ConfirmPage>
  );
}
