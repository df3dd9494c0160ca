import { useActionData, useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { nameTakenMeanwhileLabel } from "#app/domain/club/teams/labels.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import {
  bringTeamBack,
  bringTeamBackSchema,
  deletedTeam,
} from "#app/journeys/support/deleted-teams.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ReasonField } from "./tools.tsx";

export const meta = () => title("Bring Back Team");

const inputs = inputsOf(teamFields);

/** Previews and restores a deleted team with its data (product/support.md#support-tools). */
const form = staffForm({
  may: "manage_clubs",
  schema: bringTeamBackSchema,
  find: async ({ control, platform }, { clubCode = "", teamId = "" }) => {
    const club = await findClub(control, clubCode);
    const found = club && (await deletedTeam(platform, club.code, teamId));
    return found && { club, ...found };
  },
  change: ({ ctx: { platform, admin }, found: { club, team }, value: { reason, name } }) =>
    bringTeamBack(
      platform,
      club.code,
      { teamId: team.id, name: name || undefined },
      { adminId: admin.id, reason },
    ),
  problems: ({ problem }, { found: { team }, value: { name } }) =>
    problem === "too-late"
      ? "It cannot be brought back."
      : { name: nameTakenMeanwhileLabel(name || team.name, team.season) },
  saved: ({ name }, { found: { club } }) => [
    href("/admin/clubs/:clubCode/teams", { clubCode: club.code }),
    `${name} is back, with its games, ratings and staff.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { club, team, contents, free } }) => {
  const { games, ratings, staff, invitations } = contents;
  return {
    clubCode: club.code,
    clubName: club.name,
    name: team.name,
    season: team.season,
    free: free === team.name ? null : free,
    deleted: team.status_since ? formatMoment(team.status_since, club.timezone) : "Not known",
    facts: [
      ["Season", team.season],
      ["Plays", `${team.age_group}, ${team.gender}`],
      ["Games", count(games)],
      ["Ratings", count(ratings)],
      ["Coaches and managers", count(staff)],
      ["Open invitations", count(invitations)],
    ] as [string, string][],
  };
});

export default function BringTeamBack() {
  const { clubCode, clubName, name, season, free, deleted, facts } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <AdminPage
      title={`Bring ${name} Back`}
      lead={<a href={href("/admin/clubs/:clubCode", { clubCode })}>{clubName}</a>}
    >
      <div className="beside">
        <PostForm>
          <p>
            {name} was deleted on {deleted}. Its games and ratings return to the club’s lists and the
            leaderboard, and its coaches and manager have access again.
          </p>
          {free || reply?.errors.name ? (
            <TextField
              {...inputs.name}
              value={free ?? name}
              hint={free ? nameTakenMeanwhileLabel(name, season) : undefined}
            />
          ) : null}
          <ReasonField />
          <FormButtons
            submit="Bring Back"
            back={href("/admin/clubs/:clubCode/teams", { clubCode })}
            keep="Leave it"
          />
        </PostForm>
        <Card title="What comes back">
          <Facts facts={facts} />
        </Card>
      </div>
    </AdminPage>
  );
}
