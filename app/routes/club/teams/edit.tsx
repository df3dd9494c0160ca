import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser, requireManagedTeam } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { nameTakenLabel, teamFieldLabels } from "#app/domain/club/teams/labels.ts";
import { editTeamSchema } from "#app/domain/club/teams/team-form.server.ts";
import { editTeam, findTeam, teamVersion } from "#app/domain/club/teams/teams.server.ts";
import type { TeamFields } from "#app/domain/club/teams/teams.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { TeamForm } from "./team-form.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(`Team Settings${data ? `: ${data.team.name}` : ""}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.edit");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  requireManagedTeam(ctx.user, team.id);
  return json({ team, version: teamVersion(team) });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.edit");
  const team = await findTeam(ctx.db, args.params.teamId ?? "");
  if (!team) throw notFound();
  requireManagedTeam(ctx.user, team.id);
  const reading = await readForm(args.request, editTeamSchema);
  if (!reading.ok) return reading.answer;
  const { version, ...fields } = reading.value;
  const result = await changeClub(ctx, (tx) => editTeam(tx, team.id, fields, version));
  if (!result.ok) {
    if (result.problem === "stale") {
      const { stored } = result;
      const differences = differencesOf<TeamFields>(fields, stored, teamFieldLabels);
      return reading.refuseStale({ version: teamVersion(stored), differences });
    }
    if (result.problem === "not-found") throw notFound();
    return reading.refuse({ name: nameTakenLabel(fields.season) });
  }
  return redirectWith("/teams", `Team ${fields.name} saved.`);
}

export default function EditTeam() {
  const { team, version } = useLoaderData<typeof loader>();
  const archives = may(useShell().role, "teams.manage");
  return (
    <ClubPage
      title="Team Settings"
      lead={`${team.name}, ${team.season}`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team.name, href: href("/teams/:teamId", { teamId: team.id }) },
      ]}
    >
      <div className="beside">
        <div>
          <TeamForm team={team} version={version} submit="Save Team" />
        </div>
        {archives ? <ArchiveOrDelete teamId={team.id} /> : null}
      </div>
    </ClubPage>
  );
}

/** Administrators only: managers edit, and leave this to them (product.md#permissions). */
function ArchiveOrDelete({ teamId }: { teamId: string }) {
  return (
    <section>
      <h2>Archive or delete this team</h2>
      <p>
        Archived, it leaves your lists and the leaderboard, keeps its games and ratings, and can be brought
        back at any time. You are asked once more first.
      </p>
      <Buttons>
        <ButtonLink href={href("/teams/:teamId/archive", { teamId })}>Archive Team</ButtonLink>
        <ButtonLink href={href("/teams/:teamId/delete", { teamId })} look="quiet">
          Delete Team
        </ButtonLink>
      </Buttons>
    </section>
  );
}
