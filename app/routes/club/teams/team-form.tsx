import { MAX_TEAM_PLAYERS, type TeamFields, teamNotifications } from "#app/domain/club/teams/teams.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/choices.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The fields of 'Add New Team' and of 'Team Settings'. */
export function TeamForm(props: {
  reply?: FormReply;
  team: Partial<TeamFields> & { season: string };
  /** Of the stored team that the form is filled from. */
  version?: string;
  submit: string;
}) {
  const { reply, team, version, submit } = props;
  return (
    <PostForm reply={reply}>
      {version === undefined ? null : <Version value={version} />}
      <TextField name="name" label="Team Name" value={team.name} maxLength={80} required />
      <SelectField
        name="ageGroup"
        label="Age Group"
        value={team.ageGroup}
        choices={choices(ageGroups)}
        empty="Choose an age group"
        required
      />
      <SelectField
        name="gender"
        label="Gender"
        value={team.gender}
        choices={choices(genders)}
        empty="Choose one"
        required
      />
      <TextField
        name="season"
        label="Season"
        hint="For example Fall 2026"
        value={team.season}
        maxLength={40}
        width="medium"
        required
      />
      <TextField
        name="playerCount"
        label="Number of Players"
        hint={`0 to ${MAX_TEAM_PLAYERS}`}
        inputMode="numeric"
        value={team.playerCount}
        maxLength={8}
        width="short"
      />
      <TextArea name="description" label="Description" value={team.description} rows={3} maxLength={500} />
      <fieldset className="field">
        <legend>Notifications</legend>
        {teamNotifications.map(({ name, label, on, sent }) => {
          const checked = team[name] ?? on;
          if (sent) return <CheckboxField key={name} name={name} label={label} checked={checked} />;
          return checked ? <Hidden key={name} name={name} value="on" /> : null;
        })}
      </fieldset>
      <Buttons>
        <SubmitButton>{submit}</SubmitButton>
        <ButtonLink href="/teams" look="quiet">
          Cancel
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
