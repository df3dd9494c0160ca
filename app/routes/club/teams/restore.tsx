import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { nameTakenMeanwhileLabel, tooLateToRestoreLabel } from "#app/domain/club/teams/labels.ts";
import { findAnyTeam, freeName, restoreTeam } from "#app/domain/club/teams/team-status.server.ts";
import { isRestorable } from "#app/domain/club/teams/team-status.ts";
import { restoreTeamSchema } from "#app/domain/club/teams/team-status-form.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Bring Back Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const team = await findAnyTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  if (team.status === "active") throw redirect("/teams");
  if (!isRestorable(team, now())) throw notFound();
  const { name, season } = team;
  const free = await freeName(ctx.db, team);
  return json({ team: { name, season }, otherName: free === name ? null : free });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const team = await findAnyTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  const reading = await readForm(args.request, restoreTeamSchema);
  if (!reading.ok) return reading.answer;
  const { name } = reading.value;
  const result = await changeClub(ctx, (tx) => restoreTeam(tx, team.id, name || undefined));
  if (result.ok) {
    return redirectWith("/teams", `Team ${result.name} is back, with its games, ratings and staff.`);
  }
  if (result.problem === "not-found") throw notFound();
  if (result.problem === "too-late") return redirectWith("/teams/archived", tooLateToRestoreLabel, "bad");
  // The list's button sends no name: the page itself asks for one.
  if (!name) return redirect(href("/teams/:teamId/restore", { teamId: team.id }), 303);
  return reading.refuse({ name: nameTakenMeanwhileLabel(name, team.season) });
}

export default function RestoreTeam() {
  const { team, otherName } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <ClubPage
      title={`Bring ${team.name} back?`}
      lead={`${team.name}, ${team.season}. Its games and ratings return to your lists and the leaderboard, and its coaches and manager have access again.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: "Archived teams", href: "/teams/archived" },
        { label: "Bring Back" },
      ]}
    >
      {otherName && !reply ? (
        <Notice tone="minor" title="The name is taken">
          <p>{nameTakenMeanwhileLabel(team.name, team.season)}</p>
        </Notice>
      ) : null}
      <PostForm>
        {otherName || reply ? (
          <TextField name="name" label="Team Name" value={otherName ?? team.name} maxLength={80} required />
        ) : null}
        <Buttons>
          <SubmitButton>Bring Back</SubmitButton>
          <ButtonLink href="/teams/archived" look="quiet">
            Leave it
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
