import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { GameFields } from "./game-fields.tsx";

/** @param team the preselected team */
export function NewGameForm(props: {
  teams: { value: string; label: string }[];
  team: string;
  zone: string;
}) {
  const { teams, team, zone } = props;
  return (
    <PostForm>
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

/** What becomes of a new game, and the quicker way for many. */
export function NewGameHelp({ imports }: { imports: boolean }) {
  return (
    <aside aria-label="About games">
      <Card title="What happens then">
        <ul>
          <li>The team's coaches and manager see the game on their schedule.</li>
          <li>From kick-off on, they can rate its sideline.</li>
          <li>You can change, cancel or delete it until it is rated.</li>
        </ul>
        {imports ? (
          <p>
            A whole season? <a href="/schedule/import">Import a schedule file</a> instead.
          </p>
        ) : null}
      </Card>
    </aside>
  );
}
