import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { saveTeamEmails, teamEmails, teamEmailsVersion } from "#app/domain/club/teams/team-emails.server.ts";
import { wantedSwitches } from "#app/domain/club/teams/team-emails.ts";
import { MAX_FORM_TEAMS, teamEmailsSchema } from "#app/domain/club/teams/team-emails-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { EmailSettingsForm } from "./email-settings-form.tsx";

export const meta = () => title("Email Settings");

const form = clubForm({
  may: "teams.manage",
  schema: [teamEmailsSchema, { most: MAX_FORM_TEAMS }],
  change: ({ ctx, value: { team, version, ...switches } }) => {
    const wanted = wantedSwitches(team, switches, {
      managerUpdates: switches.allManagerUpdates,
      coachUpdates: switches.allCoachUpdates,
      weeklyReports: switches.allWeeklyReports,
      incidentAlerts: switches.allIncidentAlerts,
    });
    return changeClub(ctx, (tx) => saveTeamEmails(tx, wanted, version));
  },
  saved: () => ["/teams/email-settings", "Email notification settings updated successfully"],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => {
  const teams = await teamEmails(ctx.db);
  return { teams, version: teamEmailsVersion(teams) };
});

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
