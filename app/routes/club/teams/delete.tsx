import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { deleteTeamSchema } from "#app/domain/club/teams/forms.server.ts";
import { contentsLabels } from "#app/domain/club/teams/labels.ts";
import { deleteTeam, findAnyTeam, teamContents } from "#app/domain/club/teams/team-status.server.ts";
import { RESTORE_DAYS, teamNameKey } from "#app/domain/club/teams/teams.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Delete Team");

const form = clubForm({
  may: "teams.manage",
  schema: deleteTeamSchema,
  find: (ctx, { teamId }) => openTeam(ctx, teamId),
  change: async ({ ctx, found: { team, contents }, value }) => {
    const confirmed = teamNameKey(value.confirmation) === teamNameKey(team.name);
    const asks = team.status !== "deleted" && contentsLabels(contents).length > 0;
    if (asks && !confirmed) return { ok: false, problem: "not-confirmed" } as const;
    return changeClub(ctx, (tx) => deleteTeam(tx, team.id));
  },
  problems: (_, { found: { team } }) => ({ confirmation: `Type ${team.name} to delete the team` }),
  saved: ({ name }) => ["/teams", `Team ${name} deleted. You can restore it for ${RESTORE_DAYS} days.`],
});
export const action = form.action;
export const loader = form.loader(({ found: { team, contents } }) => {
  if (team.status === "deleted") throw notFound();
  return {
    team: { id: team.id, name: team.name, archived: team.status === "archived" },
    lost: contentsLabels(contents),
    rated: contents.ratings > 0,
  };
});
async function openTeam(ctx: ClubContext, teamId = "") {
  const team = await findAnyTeam(ctx.db, teamId);
  if (!team) throw notFound();
  return { team, contents: await teamContents(ctx.db, team.id, now()) };
}

export default function DeleteTeam() {
  const { team, lost, rated } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Delete Team"
      lead={`Are you sure you want to delete "${team.name}"? You can restore it for ${RESTORE_DAYS} days, not later.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team.name, href: team.archived ? undefined : href("/teams/:teamId", { teamId: team.id }) },
        { label: "Delete Team" },
      ]}
      submit="Delete Team"
      look="danger"
      back={team.archived ? href("/teams/archived") : href("/teams/:teamId", { teamId: team.id })}
      keep="Keep Team"
      fields={
        lost.length > 0 ? (
          <TextField
            name="confirmation"
            label={`Type the team's name, ${team.name}, to confirm`}
            maxLength={teamFields.name.max}
            autoComplete="off"
            required
          />
        ) : null
      }
    >
      {rated && !team.archived ? (
        <Notice title="Archive it instead?">
          <p>An archived team keeps its ratings and points, and you can bring it back at any time.</p>
          <ButtonLink href={href("/teams/:teamId/archive", { teamId: team.id })}>Archive Team</ButtonLink>
        </Notice>
      ) : null}
      {lost.length > 0 ? (
        <>
          <p>With the team you lose:</p>
          <ul>
            {lost.map((label) => (
              <li key={label}>
                <strong>{label}</strong>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>It has no games and no staff yet, so nothing else is lost.</p>
      )}
    </ConfirmPage>
  );
}
