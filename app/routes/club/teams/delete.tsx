import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { deleteTeam } from "#app/journeys/teams/delete-team.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Delete Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  const { id, name } = team;
  return json({ team: { id, name } });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const result = await deleteTeam(ctx, args.params.teamId ?? "");
  if (!result.ok) throw notFound();
  return redirectWith("/teams", `Team ${result.name} deleted.`);
}

export default function DeleteTeam() {
  const { team } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Delete Team"
      lead={`Are you sure you want to delete "${team.name}"? This action cannot be undone.`}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: "Delete Team" }]}
    >
      <p>Its manager and coaches lose access at once, open invitations end, and it leaves the leaderboard.</p>
      <PostForm>
        <Buttons>
          <SubmitButton look="danger">Delete Team</SubmitButton>
          <ButtonLink href="/teams" look="quiet">
            Keep Team
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
