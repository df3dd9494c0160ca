import { teamFields } from "#app/domain/club/teams/fields.ts";
import { type TeamFields, teamNotifications } from "#app/domain/club/teams/teams.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { CheckboxField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { TeamBasics } from "./team-basics.tsx";

const inputs = inputsOf(teamFields);

/** Shows the inputs of 'Add New Team' and of 'Team Settings'. */
export function TeamForm(props: {
  team: Partial<TeamFields> & { season: string };
  seasons: readonly string[];
  /** Version of the stored team that the form is filled from. */
  version?: string;
  submit: string;
  /** Address of 'Cancel'. */
  back: string;
}) {
  const { team, seasons, version, submit, back } = props;
  const reply = useReply();
  return (
    <PostForm>
      {version === undefined ? null : <Version value={version} />}
      <TeamBasics team={team} seasons={seasons} />
      <details className="more" open={version !== undefined || reply !== undefined}>
        <summary>Description and emails</summary>
        <TextArea {...inputs.description} value={team.description} rows={3} />
        <fieldset className="field">
          <legend>Notifications</legend>
          {teamNotifications.map(({ name, label, on }) => (
            <CheckboxField key={name} name={name} label={label} checked={team[name] ?? on} />
          ))}
        </fieldset>
      </details>
      <FormButtons submit={submit} back={back} />
    </PostForm>
  );
}
