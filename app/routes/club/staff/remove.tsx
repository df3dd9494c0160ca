import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireCareOf, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { findMember, findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import { removeStaff } from "#app/journeys/staff/staff.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { wayBack } from "./way-back.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.pending ? "Revoke Invitation" : "Remove from Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  const member = await findMemberOfTeam(ctx.db, { teamId, staffId });
  if (!member) throw notFound();
  requireCareOf(ctx.user, member);
  return json({
    teamId,
    back: wayBack(args.request, teamId),
    team: member.teamName,
    who: member.name || member.email,
    title: staffTitle(member),
    pending: member.status === "pending",
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  // In any state: the same form sent twice is one removal.
  const before = await findMember(ctx.db, staffId);
  if (!before) throw notFound();
  requireCareOf(ctx.user, before);
  const result = await removeStaff(ctx, { teamId, staffId }, ctx.user.name);
  if (!result.ok) throw notFound();
  const { member } = result;
  const done =
    member.status === "pending"
      ? `The invitation of ${member.email} is revoked.`
      : `${member.name} is no longer ${staffTitle(member)} of ${member.teamName}.`;
  return redirectWith(wayBack(args.request, teamId), done);
}

export default function RemoveMember() {
  const { teamId, back, team, who, title, pending } = useLoaderData<typeof loader>();
  const heading = pending ? "Revoke Invitation" : "Remove from Team";
  return (
    <ConfirmPage
      title={heading}
      lead={
        pending
          ? `Do you want to revoke the invitation of ${who} as ${title} of ${team}?`
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
