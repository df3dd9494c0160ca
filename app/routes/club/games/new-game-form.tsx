import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { GameFields } from "./game-fields.tsx";

/** @param team the preselected team */
export function NewGameForm(props: {
  teams: { value: string; label: string }[];
  team: string;
  zone: string;
  reply?: FormReply;
}) {
  const { teams, team, zone, reply } = props;
  return (
    <PostForm reply={reply}>
      <SelectField
        name="team"
        label="Team"
        required
        empty={teams.length === 1 ? undefined : "Choose a team"}
        value={team}
        choices={teams}
      />
      <GameFields zone={zone} />
      <Buttons>
        <SubmitButton>Add Game</SubmitButton>
        <ButtonLink href="/schedule" look="quiet">
          Back to the schedule
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
