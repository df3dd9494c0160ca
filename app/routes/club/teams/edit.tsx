import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { teamSchema } from "#app/domain/club/teams/team-form.server.ts";
import { editTeam, findTeam } from "#app/domain/club/teams/teams.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { TeamForm } from "./team-form.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(`Team Settings${data ? `: ${data.team.name}` : ""}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  return json({ team });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  const reading = await readForm(args.request, teamSchema);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) => editTeam(tx, team.id, reading.value));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    return reading.refuse({ name: nameTakenLabel(reading.value.season) });
  }
  return redirectWith("/teams", `Team ${reading.value.name} saved.`);
}

export default function EditTeam() {
  const { team } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <ClubPage
      title="Team Settings"
      lead={`${team.name}, ${team.season}`}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: team.name }]}
    >
      <TeamForm reply={reply} team={team} submit="Save Team" />
      <section>
        <h2>Archive or delete this team</h2>
        <p>
          Archived, it leaves your lists and the leaderboard, keeps its games and ratings, and can be brought
          back at any time. You are asked once more first.
        </p>
        <Buttons>
          <ButtonLink href={href("/teams/:teamId/archive", { teamId: team.id })}>Archive Team</ButtonLink>
          <ButtonLink href={href("/teams/:teamId/delete", { teamId: team.id })} look="quiet">
            Delete Team
          </ButtonLink>
        </Buttons>
      </section>
    </ClubPage>
  );
}
