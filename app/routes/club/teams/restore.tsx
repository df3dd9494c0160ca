import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { clubOrSupportForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { restoreTeamSchema } from "#app/domain/club/teams/forms.server.ts";
import { nameTakenMeanwhileLabel, tooLateToRestoreLabel } from "#app/domain/club/teams/labels.ts";
import { findAnyTeam, freeName, restoreTeam } from "#app/domain/club/teams/team-status.server.ts";
import { isRestorable } from "#app/domain/club/teams/teams.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Bring Back Team");

const inputs = inputsOf(teamFields);

const form = clubOrSupportForm({
  may: "teams.manage",
  schema: restoreTeamSchema,
  find: (ctx, { teamId = "" }) => findAnyTeam(ctx.db, teamId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => restoreTeam(tx, found.id, value.name || undefined)),
  problems: ({ problem }, { found, value: { name } }) => {
    if (problem === "too-late") return ["/teams/archived", tooLateToRestoreLabel, "bad"];
    if (name) return { name: nameTakenMeanwhileLabel(name, found.season) };
    // The list's button sends no name: the page itself asks for one.
    return redirect(href("/teams/:teamId/restore", { teamId: found.id }), 303);
  },
  saved: ({ name }) => ["/teams", `Team ${name} is back, with its games, ratings and staff.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: team }) => {
  if (team.status === "active") throw redirect("/teams");
  if (!isRestorable(team, now())) throw notFound();
  const { name, season } = team;
  const free = await freeName(ctx.db, team);
  return { team: { name, season }, otherName: free === name ? null : free };
});

export default function RestoreTeam() {
  const { team, otherName } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <ConfirmPage
      title={`Bring ${team.name} back?`}
      lead={`${team.name}, ${team.season}. Its games and ratings return to your lists and the leaderboard, and its coaches and manager have access again.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: "Archived teams", href: "/teams/archived" },
        { label: "Bring Back" },
      ]}
      submit="Bring Back"
      back="/teams/archived"
      keep="Leave it"
      fields={otherName || reply ? <TextField {...inputs.name} value={otherName ?? team.name} /> : null}
    >
      {otherName && !reply ? (
        <Notice tone="minor" title="The name is taken">
          <p>{nameTakenMeanwhileLabel(team.name, team.season)}</p>
        </Notice>
      ) : null}
    </ConfirmPage>
  );
}
