import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { archiveTeam } from "#app/domain/club/teams/team-status.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Archive Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  const { id, name, season } = team;
  return json({ team: { id, name, season } });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const result = await changeClub(ctx, (tx) => archiveTeam(tx, args.params.teamId ?? ""));
  if (!result.ok) throw notFound();
  return redirectWith(
    "/teams",
    `Team ${result.name} is archived. You find it under 'Archived teams' at the end of this page.`,
  );
}

export default function ArchiveTeam() {
  const { team } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={`Archive ${team.name}?`}
      lead={`${team.name}, ${team.season}. You can bring it back at any time.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team.name, href: href("/teams/:teamId", { teamId: team.id }) },
        { label: "Archive Team" },
      ]}
    >
      <ul>
        <li>It leaves your lists and the leaderboard.</li>
        <li>Its coaches and manager lose access to it at once, and its games cannot be rated.</li>
        <li>Its games, ratings and points are kept, and so are the people: they return with the team.</li>
      </ul>
      <ButtonForm>
        <Buttons>
          <SubmitButton>Archive Team</SubmitButton>
          <ButtonLink href="/teams" look="quiet">
            Keep Team
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </ClubPage>
  );
}
