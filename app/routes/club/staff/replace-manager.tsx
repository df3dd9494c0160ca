import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { successionFields } from "#app/domain/club/staff/fields.ts";
import { successionSchema } from "#app/domain/club/staff/forms.server.ts";
import { inviteProblemLabels } from "#app/domain/club/staff/labels.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { INVITATION_DAYS } from "#app/domain/club/staff/staff.ts";
import { replaceManager } from "#app/domain/club/staff/team-staff.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioField, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ManagerThere } from "./manager-there.tsx";

export const meta = () => title("Replace the Manager");

const inputs = inputsOf(successionFields);

/** Invites the next manager of the team (product/teams.md#change-of-manager). */
const form = clubForm({
  may: "teams.manage",
  schema: successionSchema,
  find: (ctx, { teamId }) => openManagers(ctx, teamId),
  change: ({ ctx, found: { team }, value: { name, email, until } }) =>
    sendInvitation(ctx, (tx) =>
      replaceManager(tx, { teamId: team.id, name, email, until, by: ctx.user.name }),
    ),
  problems: ({ problem }, { value }) => inviteProblemLabels(problem, { email: value.email, role: "manager" }),
  saved: (_, { found: { team, present }, value: { name, email, until } }) => {
    const old = present?.name ?? "The manager before";
    const stays = until === "joined" ? `${old} stays until ${name} joins.` : `${old} has no access any more.`;
    return [
      href("/teams/:teamId", { teamId: team.id }),
      `Manager invitation sent successfully to ${email}. ${stays}`,
    ];
  },
});
export const action = form.action;
export const loader = form.loader(({ found: { team, present, invited } }) => {
  if (!present) throw redirect(href("/teams/:teamId/invite", { teamId: team.id, role: "manager" }));
  return {
    team: { id: team.id, name: team.name },
    present: present.name,
    invited: invited ? { id: invited.id, who: invited.name || invited.email, status: invited.status } : null,
  };
});
async function openManagers({ db }: ClubContext, teamId = "") {
  const team = await findTeam(db, teamId);
  if (!team) throw notFound();
  const managers = (await staffOf(db, [team.id])).filter(({ role }) => role === "manager");
  return {
    team,
    present: managers.find(({ status }) => status === "active"),
    invited: managers.find(({ status }) => status === "pending"),
  };
}

export default function ReplaceManager() {
  const { team, present, invited } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <ClubPage
      title="Replace the Manager"
      lead={`${present} manages ${team.name} now.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team.name, href: href("/teams/:teamId", { teamId: team.id }) },
        { label: "Replace the Manager" },
      ]}
    >
      {invited && !reply ? (
        <ManagerThere team={team} manager={invited} back={href("/teams/:teamId", { teamId: team.id })} />
      ) : (
        <div className="beside">
          <div>
            <SuccessionForm teamId={team.id} present={present} />
          </div>
          <Card title="What happens next">
            <p>The invitation goes out by email, and its link is valid for {INVITATION_DAYS} days.</p>
            <p>
              A team has one manager: who joins takes over at once. Ratings given before stay, and the team's
              page keeps who managed it when.
            </p>
          </Card>
        </div>
      )}
    </ClubPage>
  );
}

function SuccessionForm(props: { teamId: string; present: string }) {
  const { teamId, present } = props;
  return (
    <PostForm>
      <TextField {...inputs.name} autoComplete="off" />
      <TextField {...inputs.email} type="email" autoComplete="off" />
      <RadioField
        name="until"
        label={`Until when does ${present} stay?`}
        value="joined"
        choices={[
          { value: "joined", label: "Until the new manager joins" },
          { value: "now", label: "Remove now", hint: `${present} loses access to the team at once.` },
        ]}
        required
      />
      <FormButtons submit="Send Invitation" back={href("/teams/:teamId", { teamId })} />
    </PostForm>
  );
}
