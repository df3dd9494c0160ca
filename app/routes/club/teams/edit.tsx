import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubOrSupportForm, versionBy } from "#app/auth/form.server.ts";
import { requireManagedTeam } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { teamSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { isActing } from "#app/domain/club/staff/club-user.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { editTeamSchema } from "#app/domain/club/teams/forms.server.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { editTeam, findTeam, teamVersion } from "#app/domain/club/teams/teams.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { TeamForm } from "./team-form.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(`Team Settings${data ? `: ${data.team.name}` : ""}`);

const form = clubOrSupportForm({
  may: "teams.edit",
  schema: editTeamSchema,
  find: async (ctx, { teamId = "" }) => {
    const team = await findTeam(ctx.db, teamId);
    if (team && !isActing(ctx.user)) requireManagedTeam(ctx.user, team.id);
    return team;
  },
  change: ({ ctx, found, value: { version, ...fields } }) =>
    changeClub(ctx, (tx) => editTeam(tx, found.id, fields, version)),
  version: versionBy(teamVersion, teamFields),
  problems: (_, { value }) => ({ name: nameTakenLabel(value.season) }),
  saved: (_, { value, found }) => [href("/teams/:teamId", { teamId: found.id }), `Team ${value.name} saved.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: team }) => {
  const { seasons } = await teamSeasons(ctx.db, dateAt(now(), ctx.club.timezone), team.season);
  return { team, seasons, version: teamVersion(team) };
});

export default function EditTeam() {
  const { team, seasons, version } = useLoaderData<typeof loader>();
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
          <TeamForm
            team={team}
            seasons={seasons}
            version={version}
            submit="Save Team"
            back={href("/teams/:teamId", { teamId: team.id })}
          />
        </div>
        {archives ? <ArchiveOrDelete teamId={team.id} /> : null}
      </div>
    </ClubPage>
  );
}

/** Links archiving and deleting, for administrators only: managers edit (product/teams.md#permissions). */
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
