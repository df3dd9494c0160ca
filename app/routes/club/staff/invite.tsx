import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { forbidden, notFound, requireClubUser, requireManagedTeam } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { invitationSchema } from "#app/domain/club/staff/invitation-form.server.ts";
import { inviteStaff } from "#app/domain/club/staff/invitations.server.ts";
import { inviteProblemLabels, staffTitle } from "#app/domain/club/staff/labels.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { INVITATION_DAYS, type StaffRole } from "#app/domain/club/staff/staff.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { sendInvitation } from "#app/journeys/staff/send-invitation.server.ts";
import { Card } from "#app/ui/card.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { InvitationForm } from "./invitation-form.tsx";
import { ManagerThere } from "./manager-there.tsx";
import { wayBack } from "./way-back.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.role === "manager" ? "Invite Manager" : "Invite Coach");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  requireManagedTeam(ctx.user, team.id);
  const asked = new URL(args.request.url).searchParams.get("role");
  const role: StaffRole = asked === "manager" ? "manager" : "coach";
  requireAppointing(ctx, role);
  const staff = role === "manager" ? await staffOf(ctx.db, [team.id]) : [];
  const manager = staff.find((member) => member.role === "manager");
  return json({
    team: { id: team.id, name: team.name },
    role,
    back: wayBack(args.request, team.id),
    managerThere: manager
      ? { id: manager.id, who: manager.name || manager.email, status: manager.status }
      : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  requireManagedTeam(ctx.user, team.id);
  const reading = await readForm(args.request, invitationSchema);
  if (!reading.ok) return reading.answer;
  const { email, role } = reading.value;
  requireAppointing(ctx, role);
  const coachRole = role === "coach" ? reading.value.coachRole : null;
  const title = staffTitle({ role, coachRole });
  const invitation = { teamId: team.id, email, role, coachRole, by: ctx.user.name };
  const result = await sendInvitation(ctx, (tx) => inviteStaff(tx, invitation));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    return reading.refuse(inviteProblemLabels(result.problem, { email, role }));
  }
  const back = wayBack(args.request, team.id);
  return redirectWith(back, `${title} invitation sent successfully to ${email}`);
}

/** A team's manager is chosen by administrators (product.md#permissions). */
function requireAppointing({ user, note }: ClubContext, role: StaffRole): void {
  if (role === "manager" && !may(user.role, "teams.manage")) throw forbidden(note, "role");
}

export default function Invite() {
  const { team, role, back, managerThere } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const title = role === "manager" ? "Invite Manager" : "Invite Coach";
  return (
    <ClubPage
      title={title}
      lead={`For ${team.name}.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team.name, href: href("/teams/:teamId", { teamId: team.id }) },
        { label: title },
      ]}
    >
      {managerThere && !reply ? (
        <ManagerThere team={team} manager={managerThere} back={back} />
      ) : (
        <div className="beside">
          <div>
            <InvitationForm role={role} back={back} />
          </div>
          <Card title="What happens next">
            <p>
              The invitation goes out by email, and its link is valid for {INVITATION_DAYS} days. The account
              is free.
            </p>
            <p>Until it is accepted, you can resend or revoke it on the team's page.</p>
          </Card>
        </div>
      )}
    </ClubPage>
  );
}
