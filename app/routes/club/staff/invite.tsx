import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { invitationSchema } from "#app/domain/club/staff/invitation-form.server.ts";
import { inviteStaff } from "#app/domain/club/staff/invitations.server.ts";
import { inviteProblemLabels, staffTitle } from "#app/domain/club/staff/labels.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { INVITATION_DAYS } from "#app/domain/club/staff/staff.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { sendInvitation } from "#app/journeys/staff/send-invitation.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.role === "manager" ? "Invite Manager" : "Invite Coach");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  const role = new URL(args.request.url).searchParams.get("role") === "manager" ? "manager" : "coach";
  const staff = role === "manager" ? await staffOf(ctx.db, [team.id]) : [];
  const manager = staff.find((member) => member.role === "manager");
  return json({
    team: { id: team.id, name: team.name },
    role,
    managerThere: manager
      ? { id: manager.id, who: manager.name || manager.email, status: manager.status }
      : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  const reading = await readForm(args.request, invitationSchema);
  if (!reading.ok) return reading.answer;
  const { email, role } = reading.value;
  const coachRole = role === "coach" ? reading.value.coachRole : null;
  const title = staffTitle({ role, coachRole });
  const invitation = { teamId: team.id, email, role, coachRole };
  const result = await sendInvitation(ctx, (tx) => inviteStaff(tx, invitation));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    return reading.refuse(inviteProblemLabels(result.problem, { email, role }));
  }
  return redirectWith("/teams", `${title} invitation sent successfully to ${email}`);
}

export default function Invite() {
  const { team, role, managerThere } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const title = role === "manager" ? "Invite Manager" : "Invite Coach";
  return (
    <ClubPage
      title={title}
      lead={`${team.name}: the invitation goes out by email and is valid for ${INVITATION_DAYS} days. The account is free.`}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: title }]}
    >
      {managerThere && !reply ? (
        <ManagerThere team={team} manager={managerThere} />
      ) : (
        <PostForm reply={reply}>
          <Hidden name="role" value={role} />
          <TextField
            name="email"
            label={role === "manager" ? "Manager's Email" : "Coach's Email"}
            type="email"
            autoComplete="off"
            maxLength={254}
            required
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
          <Buttons>
            <SubmitButton>Send Invitation</SubmitButton>
            <ButtonLink href="/teams" look="quiet">
              Cancel
            </ButtonLink>
          </Buttons>
        </PostForm>
      )}
    </ClubPage>
  );
}

function ManagerThere(props: { team: { id: string }; manager: { id: string; who: string; status: string } }) {
  const { team, manager } = props;
  const ids = { teamId: team.id, staffId: manager.id };
  const pending = manager.status === "pending";
  return (
    <>
      <Notice>
        <p>
          {pending
            ? `${manager.who} is already invited as this team's manager.`
            : `${manager.who} is this team's manager. A team has one manager.`}
        </p>
      </Notice>
      <PostForm action={pending ? href("/teams/:teamId/staff/:staffId/invitations", ids) : undefined}>
        <Buttons>
          {pending ? <SubmitButton>Resend Manager</SubmitButton> : null}
          <ButtonLink href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
            {pending ? "Revoke the Invitation" : "Remove the Manager"}
          </ButtonLink>
          <ButtonLink href="/teams" look="quiet">
            Back to Teams
          </ButtonLink>
        </Buttons>
      </PostForm>
    </>
  );
}
