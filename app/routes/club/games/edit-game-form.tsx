import { href } from "#app/config/addresses.ts";
import { editableStatuses } from "#app/domain/club/games/game-changes.ts";
import { statusName } from "#app/domain/club/games/labels.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { GameFields, type GameOnForm } from "./game-fields.tsx";

const statuses = editableStatuses.map((value) => ({ value, label: statusName[value] }));

interface EditedGame extends GameOnForm {
  id: string;
  status: string;
}

/** A stored game's fields, its status, and whether a new date is a move or a correction. */
export function EditGameForm(props: { game: EditedGame; version: string; zone: string }) {
  const { game, version, zone } = props;
  return (
    <PostForm>
      <Version value={version} />
      <GameFields game={game} zone={zone} />
      <RadioField
        name="reason"
        label="If the date or time changes"
        required
        value="moved"
        choices={[
          {
            value: "moved",
            label: "The game was moved",
            hint: "It counts as rescheduled, and the first date stays visible",
          },
          {
            value: "corrected",
            label: "I am correcting a mistake",
            hint: "It does not count as rescheduled",
          },
        ]}
      />
      <SelectField
        name="status"
        label="Status"
        required
        hint="A scheduled game completes by itself once its time has passed"
        value={game.status}
        choices={statuses}
      />
      <Buttons>
        <SubmitButton>Save Changes</SubmitButton>
        <ButtonLink href="/schedule" look="quiet">
          Back to the schedule
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}

/** Links to cancel, restore or delete a game that has no rating. */
export function OtherChanges({ game }: { game: EditedGame }) {
  return (
    <p>
      {game.status === "cancelled" ? (
        <a className="quiet-link" href={href("/schedule/:gameId/cancel", { gameId: game.id })}>
          Put this game back on
        </a>
      ) : (
        <a className="quiet-link" href={href("/schedule/:gameId/cancel", { gameId: game.id })}>
          Cancel this game
        </a>
      )}
      {" · "}
      <a className="quiet-link" href={href("/schedule/:gameId/delete", { gameId: game.id })}>
        Delete this game
      </a>
    </p>
  );
}
