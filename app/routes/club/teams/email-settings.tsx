import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { MAX_FORM_TEAMS, teamEmailsSchema } from "#app/domain/club/teams/forms.server.ts";
import {
  EMAILS_A_PAGE,
  saveTeamEmails,
  teamEmails,
  teamEmailsVersion,
} from "#app/domain/club/teams/team-emails.server.ts";
import {
  type TeamEmails,
  type TeamSwitch,
  teamSwitches,
  wantedSwitches,
} from "#app/domain/club/teams/team-emails.ts";
import { searchTeams } from "#app/domain/club/teams/teams.ts";
import { type ListQuery, onePage, readListQuery } from "#app/forms/pages.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TeamSearch } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Hidden, PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { extra: "settings" };

export const meta = () => title("Email Settings");

const form = clubForm({
  may: "teams.manage",
  schema: [teamEmailsSchema, { most: MAX_FORM_TEAMS }],
  change: ({ ctx, value: { team, version, ...switches } }) => {
    const all = {
      managerUpdates: switches.allManagerUpdates,
      coachUpdates: switches.allCoachUpdates,
      weeklyReports: switches.allWeeklyReports,
      incidentAlerts: switches.allIncidentAlerts,
    };
    const wanted = wantedSwitches(team, switches, all);
    return changeClub(ctx, (tx) => saveTeamEmails(tx, wanted, { version, all }));
  },
  saved: (_, { request }) => [
    shownAddress(readListQuery(request)),
    "Email notification settings updated successfully",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, request }) => {
  const { search, page } = readListQuery(request);
  const teams = await teamEmails(ctx.db);
  const found = searchTeams(teams, search);
  const { rows, ...paged } = onePage(found, page, EMAILS_A_PAGE);
  return {
    ...paged,
    teams: rows,
    found: found.length,
    of: teams.length,
    search,
    version: teamEmailsVersion(rows),
  };
});

const shownAddress = ({ search, page }: ListQuery) =>
  href("/teams/email-settings", { q: search || undefined, page: page ?? undefined });

export default function EmailSettings() {
  const { teams, version, found, of, search, page, pages } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Email Settings"
      lead={
        <>
          Which emails Goodside sends about each team. Your own are under{" "}
          <a href={href("/notifications")}>Notifications</a>, as everybody's are.
        </>
      }
      crumbs={[{ label: "Teams", href: "/teams" }]}
    >
      <TeamSearch action={href("/teams/email-settings")} search={search} found={found} of={of} />
      {of === 0 ? (
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
      ) : found === 0 ? null : (
        <EmailSettingsForm teams={teams} of={of} version={version} />
      )}
      <Pagination page={page} pages={pages} href={(to) => shownAddress({ search, page: String(to) })} />
    </ClubPage>
  );
}

/** Shows a row per team with its four switches; the selects above set a whole column, so that no script is needed. */
function EmailSettingsForm(props: { teams: readonly TeamEmails[]; of: number; version: string }) {
  const reply = useReply();
  const { teams, of, version } = props;
  const isOn = (team: TeamEmails, name: TeamSwitch) => {
    const typed = reply?.values[name];
    return Array.isArray(typed) ? typed.includes(team.id) : team[name];
  };
  return (
    <PostForm className="form form-emails">
      <Version value={version} />
      {of > 1 ? <SetAllTeams of={of} /> : null}
      <DataTable
        caption="Emails by team"
        columns={[{ name: "Team" }, ...teamSwitches.map(({ column }) => ({ name: column }))]}
        rows={teams.map((team) => ({
          key: team.id,
          cells: [
            <span key="team">
              <strong>{team.name}</strong> <span className="muted">{team.season}</span>
              <Hidden name="team" value={team.id} />
            </span>,
            ...teamSwitches.map(({ name, says }) => (
              <label key={name} className="switch">
                <input type="checkbox" name={name} value={team.id} defaultChecked={isOn(team, name)} />
                <span className="visually-hidden">
                  {team.name}, {team.season}: {says}
                </span>
              </label>
            )),
          ],
        }))}
      />
      <details className="more">
        <summary>Which emails are these?</summary>
        <dl className="facts">
          {explained.map(([term, words]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
      <FormButtons submit="Save Email Settings" back={href("/teams")} />
    </PostForm>
  );
}

function SetAllTeams({ of }: { of: number }) {
  return (
    <fieldset className="field set-all">
      <legend>Set all {of} teams at once</legend>
      <div className="filters">
        {teamSwitches.map(({ name, column }) => (
          <SelectField
            key={name}
            name={`all${name.charAt(0).toUpperCase()}${name.slice(1)}`}
            label={column}
            required
            empty="As set below"
            choices={[
              { value: "on", label: "On for all teams" },
              { value: "off", label: "Off for all teams" },
            ]}
          />
        ))}
      </div>
    </fieldset>
  );
}

const explained = [
  ["Manager updates", "Game reminders and news of ratings to the team's manager."],
  ["Coach updates", "Game reminders and news of ratings to the team's coaches."],
  ["Weekly report", "The team's week, to its manager and coaches on Monday morning."],
  [
    "Incident alerts",
    "A game rated 0: to administrators at once, to the team's manager when its result opens.",
  ],
] as const;
