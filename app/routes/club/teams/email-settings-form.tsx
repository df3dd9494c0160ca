import { href } from "#app/config/addresses.ts";
import { type TeamEmails, type TeamSwitch, teamSwitches } from "#app/domain/club/teams/team-emails.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, useReply, Version } from "#app/ui/post-form.tsx";

/** One row a team with its four switches; the selects above set a whole column, so that no script is needed. */
export function EmailSettingsForm(props: { teams: readonly TeamEmails[]; version: string }) {
  const reply = useReply();
  const { teams, version } = props;
  const isOn = (team: TeamEmails, name: TeamSwitch) => {
    const typed = reply?.values[name];
    return Array.isArray(typed) ? typed.includes(team.id) : team[name];
  };
  return (
    <PostForm className="form form-emails">
      <Version value={version} />
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
      {teams.length > 1 ? <SetAllTeams /> : null}
      <dl className="facts">
        {explained.map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Buttons>
        <SubmitButton>Save Email Settings</SubmitButton>
        <ButtonLink href={href("/teams")} look="quiet">
          Cancel
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}

function SetAllTeams() {
  return (
    <fieldset className="field set-all">
      <legend>Set all teams at once</legend>
      <div className="filters">
        {teamSwitches.map(({ name, column }) => (
          <SelectField
            key={name}
            name={`all${name.charAt(0).toUpperCase()}${name.slice(1)}`}
            label={column}
            required
            empty="As ticked"
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
