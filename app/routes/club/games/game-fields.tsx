import { LOCATION_MAX, NOTES_MAX, OPPONENT_MAX } from "#app/domain/club/games/game-changes.ts";
import { UNKNOWN_LOCATION } from "#app/domain/club/schedule-import/planned-game.ts";
import { CheckboxField, RadioField } from "#app/ui/choices.tsx";
import { TextArea, TextField } from "#app/ui/inputs.tsx";

/** The stored values of the game that the form edits. */
export interface GameOnForm {
  opponent: string;
  date: string;
  time: string | null;
  location: string;
  home_away: "home" | "away";
  notes: string;
}

/** The fields shared by the forms for a new and an edited game. */
export function GameFields({ game, zone }: { game?: GameOnForm; zone: string }) {
  return (
    <>
      <TextField name="opponent" label="Opponent" required maxLength={OPPONENT_MAX} value={game?.opponent} />
      <TextField
        name="date"
        label="Date"
        type="date"
        required
        width="medium"
        hint="Month, day and year"
        value={game?.date}
      />
      <TextField
        name="time"
        label="Time"
        type="time"
        required
        width="medium"
        hint={`Kick-off, such as 6:00 PM, on your club's clock (${zone})`}
        value={game?.time}
      />
      <CheckboxField
        name="tbd"
        label="The time is to be decided (TBD)"
        checked={game !== undefined && game.time === null}
      />
      <RadioField
        name="home_away"
        label="Home or away"
        required
        value={game?.home_away ?? "home"}
        choices={[
          { value: "home", label: "Home" },
          { value: "away", label: "Away" },
        ]}
      />
      <TextField
        name="location"
        label="Location"
        maxLength={LOCATION_MAX}
        hint="Leave it empty for TBD"
        value={game?.location}
      />
      <TextArea
        name="notes"
        label="Notes"
        rows={3}
        maxLength={NOTES_MAX}
        hint="For the coaches and managers of the team"
        value={game?.notes}
      />
    </>
  );
}

/** An empty location is 'TBD', as in imported files. */
export const locationOf = (typed: string) => typed || UNKNOWN_LOCATION;
