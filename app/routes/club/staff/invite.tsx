import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { forbidden, requireManagedTeam } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { invitationFields } from "#app/domain/club/staff/fields.ts";
import { invitationSchema } from "#app/domain/club/staff/forms.server.ts";
import { inviteStaff } from "#app/domain/club/staff/invitations.server.ts";
import { inviteProblemLabels, staffTitle } from "#app/domain/club/staff/labels.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { INVITATION_DAYS, type StaffRole } from "#app/domain/club/staff/staff.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioField, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ManagerThere } from "./manager-there.tsx";
import { wayBack } from "./way-back.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.role === "manager" ? "Invite Manager" : "Invite Coach");

const inputs = inputsOf(invitationFields);

const form = clubForm({
  may: "staff.invite",
  schema: invitationSchema,
  find: async (ctx, { teamId = "" }) => {
    const team = await findTeam(ctx.db, teamId);
    if (team) requireManagedTeam(ctx.user, team.id);
    return team;
  },
  change: ({ ctx, found: team, value: { name, email, role, coachRole } }) => {
    requireAppointing(ctx, role);
    const invitation = { teamId: team.id, name, email, role, coachRole: coachRoleOf(role, coachRole) };
    return sendInvitation(ctx, (tx) => inviteStaff(tx, { ...invitation, by: ctx.user.name }));
  },
  problems: ({ problem }, { value: { email, role } }) => inviteProblemLabels(problem, { email, role }),
  saved: (_, { found: team, value: { email, role, coachRole }, request }) => [
    wayBack(request, team.id),
    `${staffTitle({ role, coachRole: coachRoleOf(role, coachRole) })} invitation sent successfully to ${email}`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: team, request }) => {
  const asked = new URL(request.url).searchParams.get("role");
  const role: StaffRole = asked === "manager" ? "manager" : "coach";
  requireAppointing(ctx, role);
  const staff = role === "manager" ? await staffOf(ctx.db, [team.id]) : [];
  const manager = staff.find((member) => member.role === "manager");
  return {
    team: { id: team.id, name: team.name },
    role,
    back: wayBack(request, team.id),
    managerThere: manager
      ? { id: manager.id, who: manager.name || manager.email, status: manager.status }
      : null,
  };
});

const coachRoleOf = (role: StaffRole, chosen: "head" | "assistant") => (role === "coach" ? chosen : null);
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
            <p>Until it is accepted, you can resend it or take it back on the team's page.</p>
            <p>
              <a href={href("/teams/invite")}>Invite several at once</a>, from a list.
            </p>
          </Card>
        </div>
      )}
    </ClubPage>
  );
}

/** Asks for the person and role; a coach is head or assistant. */
function InvitationForm(props: {
  role: "manager" | "coach";
  /** Address of 'Cancel'. */
  back: string;
}) {
  const { role, back } = props;
  return (
    <PostForm>
      <Hidden name="role" value={role} />
      <TextField
        name="name"
        label={role === "manager" ? "Manager's Name" : "Coach's Name"}
        hint="Then they need not type it."
        autoComplete="off"
      />
      <TextField
        {...inputs.email}
        label={role === "manager" ? "Manager's Email" : "Coach's Email"}
        type="email"
        autoComplete="off"
      />
      {role === "coach" ? (
        <RadioField
          name="coachRole"
          label="Coach Role"
          value="head"
          choices={[
            {
              value: "head",
              label: "Head Coach",
              hint: "A head coach's rating replaces an assistant's.",
            },
            { value: "assistant", label: "Assistant Coach" },
          ]}
          required
        />
      ) : null}
      <FormButtons submit="Send Invitation" back={back} />
    </PostForm>
  );
}
