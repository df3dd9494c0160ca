import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { saveTeamEmails, teamEmails, teamEmailsVersion } from "#app/domain/club/teams/team-emails.server.ts";
import { wantedSwitches } from "#app/domain/club/teams/team-emails.ts";
import { MAX_FORM_TEAMS, teamEmailsSchema } from "#app/domain/club/teams/team-emails-form.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { EmailSettingsForm } from "./email-settings-form.tsx";

export const meta = () => title("Email Settings");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const teams = await teamEmails(ctx.db);
  return json({ teams, version: teamEmailsVersion(teams) });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const reading = await readForm(args.request, teamEmailsSchema, { most: MAX_FORM_TEAMS });
  if (!reading.ok) return reading.answer;
  const { team, version, ...switches } = reading.value;
  const wanted = wantedSwitches(team, switches, {
    managerUpdates: switches.allManagerUpdates,
    coachUpdates: switches.allCoachUpdates,
    weeklyReports: switches.allWeeklyReports,
    incidentAlerts: switches.allIncidentAlerts,
  });
  const result = await changeClub(ctx, (tx) => saveTeamEmails(tx, wanted, version));
  if (!result.ok) return reading.refuseStale(result);
  return redirectWith("/teams/email-settings", "Email notification settings updated successfully");
}

export default function EmailSettings() {
  const { teams, version } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Email Settings"
      lead="Which emails Goodside sends about each team. Who gets them can also turn kinds of email off for themselves."
      crumbs={[{ label: "Teams", href: "/teams" }]}
    >
      {teams.length === 0 ? (
        <Empty
          title="No teams yet"
          action={
            <ButtonLink href={href("/teams/new")} look="primary">
              Add New Team
            </ButtonLink>
          }
        >
          <p>Add a team first; then choose here which emails are sent about it.</p>
        </Empty>
      ) : (
        <EmailSettingsForm teams={teams} version={version} />
      )}
    </ClubPage>
  );
}
