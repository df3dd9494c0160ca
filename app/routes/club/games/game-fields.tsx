import { gameFields } from "#app/domain/club/games/fields.ts";
import { UNKNOWN_LOCATION } from "#app/domain/club/schedule-import/planned-game.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { CheckboxField, RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";

/** The stored values of the game that the form edits. */
export interface GameOnForm {
  opponent: string;
  date: string;
  time: string | null;
  location: string;
  home_away: "home" | "away";
  notes: string;
}

const inputs = inputsOf(gameFields);

/** Shows the inputs for a new and an edited game. */
export function GameFields({ game, zone }: { game?: GameOnForm; zone: string }) {
  return (
    <>
      <TextField {...inputs.opponent} value={game?.opponent} />
      <TextField {...inputs.date} type="date" width="medium" hint="Month, day and year" value={game?.date} />
      <TextField
        {...inputs.time}
        type="time"
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
        {...inputs.home_away}
        value={game?.home_away ?? "home"}
        choices={[
          { value: "home", label: "Home" },
          { value: "away", label: "Away" },
        ]}
      />
      <TextField {...inputs.location} hint="Leave it empty for TBD" value={game?.location} />
      <TextArea
        {...inputs.notes}
        rows={3}
        hint="For the coaches and managers of the team"
        value={game?.notes}
      />
    </>
  );
}

/** Replaces an empty location by 'TBD', as in imported files. */
export const locationOf = (typed: string) => typed || UNKNOWN_LOCATION;
