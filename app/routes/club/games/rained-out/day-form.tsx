import { useContext } from "react";
import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { FieldError, fieldId, Reply } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import type { DayPage } from "./load-day.server.ts";

/** What happens to which games, and why. Dates that the choice has no use for are hidden where the browser can. */
export function DayForm({ data }: { data: DayPage }) {
  return (
    <PostForm
      // A refused form is shown with the games of its own day.
      action={href("/schedule/rained-out", { day: data.day })}
      className="form day-form"
    >
      <Hidden name="day" value={data.day} />
      <RadioField
        name="what"
        label="What should happen?"
        required
        choices={[
          {
            value: "cancel",
            label: "Cancel the games",
            hint: "They stay on the schedule as cancelled",
          },
          {
            value: "move",
            label: "Move them all to another day",
            hint: "At the same times",
          },
          {
            value: "each",
            label: "Move each to a day of its own",
            hint: "At the same time; its new date stands below each game",
          },
        ]}
      />
      <div className="day-to">
        <TextField
          name="to"
          label="New date for all"
          needed="if you move them all"
          type="date"
          width="medium"
          hint="Month, day and year"
        />
      </div>
      <Games games={data.games} />
      <TextField
        name="reason"
        label="Reason"
        required
        maxLength={120}
        value="Rained out"
        hint="It goes into the notes of each game"
      />
      <Buttons>
        <SubmitButton>Check the Changes</SubmitButton>
        <ButtonLink href="/schedule" look="quiet">
          Back to the schedule
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}

function Games({ games }: { games: DayPage["games"] }) {
  const error = useContext(Reply)?.errors.games;
  return (
    <fieldset className={error ? "field field-wrong" : "field"} id={fieldId("games")}>
      <legend>Which games?</legend>
      <FieldError name="games" error={error} />
      <ul className="plain-list lines">
        {games.map((game) => (
          <li key={game.id}>
            <Game game={game} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Game({ game }: { game: DayPage["games"][number] }) {
  const reply = useContext(Reply);
  const tick = `tick-${game.id}`;
  const version = reply?.values[`version-${game.id}`];
  return (
    <>
      <Hidden name={`version-${game.id}`} value={typeof version === "string" ? version : game.version} />
      <label className="choice">
        <input
          type="checkbox"
          name={tick}
          value="on"
          defaultChecked={reply ? reply.values[tick] === "on" : game.ticked}
        />{" "}
        <span>
          <span className="choice-label">{game.title}</span>{" "}
          <span className="choice-hint">
            {game.place}
            {game.state ? ` · ${game.state}` : null}
          </span>
        </span>
      </label>{" "}
      <div className="day-own">
        <TextField
          name={`to-${game.id}`}
          label={
            <>
              New date<span className="visually-hidden"> of {game.title}</span>
            </>
          }
          required
          type="date"
          width="medium"
        />
      </div>
    </>
  );
}
