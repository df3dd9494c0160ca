import { useLoaderData } from "@remix-run/react";
import { clubOrSupportForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { archiveTeam } from "#app/domain/club/teams/team-status.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Archive Team");

const form = clubOrSupportForm({
  may: "teams.manage",
  change: ({ ctx, params }) => changeClub(ctx, (tx) => archiveTeam(tx, params.teamId ?? "")),
  saved: ({ name }) => [
    "/teams",
    `Team ${name} is archived. You find it under 'Archived teams' at the end of this page.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, params }) => {
  const team = await findTeam(ctx.db, params.teamId ?? "");
  if (!team) throw notFound();
  const { id, name, season } = team;
  return { team: { id, name, season } };
});

export default function ArchiveTeam() {
  const { team } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Archive ${team.name}?`}
      lead={`${team.name}, ${team.season}. You can bring it back at any time.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team.name, href: href("/teams/:teamId", { teamId: team.id }) },
        { label: "Archive Team" },
      ]}
      submit="Archive Team"
      back={href("/teams/:teamId", { teamId: team.id })}
      keep="Keep Team"
    >
      <ul>
        <li>It leaves your lists and the leaderboard.</li>
        <li>Its coaches and manager lose access to it at once, and its games cannot be rated.</li>
        <li>Its games, ratings and points are kept, and so are the people: they return with the team.</li>
      </ul>
    </ConfirmPage>
  );
}
