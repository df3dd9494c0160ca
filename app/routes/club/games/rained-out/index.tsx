import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { planDayChange } from "#app/domain/club/games/day-changes.server.ts";
import { dayFields } from "#app/domain/club/games/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { FormButtons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FieldError, fieldId, Reply } from "#app/ui/field.tsx";
import { RadioField, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { type DayPage, loadDay, readPlan } from "./load-day.server.ts";

export const handle = { extra: "schedule" };

export const meta = () => title("Rained-out day");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  return loadDay(ctx, new URL(args.request.url).searchParams.get("day"));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const reading = await readPlan(ctx, args.request);
  if (!reading.ok) return reading.answer;
  const changeId = await changeClub(ctx, (tx) => planDayChange(tx, reading.plan, ctx.user));
  return redirect(href("/schedule/rained-out/:changeId", { changeId }), { status: 303 });
}

export default function RainedOut() {
  const data = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Rained-out day"
      lead="Cancel or move the games of a day in one go. You see what changes before it does, and can put it back."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <form method="get" className="form filters" data-autosubmit="" noValidate>
        <TextField name="day" label="Day" type="date" required width="medium" value={data.day} />{" "}
        <SubmitButton look="secondary">Show Games</SubmitButton>
      </form>
      <h2>{data.heading}</h2>
      {data.games.length > 0 ? (
        <DayForm key={data.day} data={data} />
      ) : (
        <Empty title="No games to cancel or move">
          <p>Choose another day, or look at the schedule for its dates.</p>
        </Empty>
      )}
      <Stay title="Rated, so they were played and stay" games={data.rated} />
      <Stay title="Cancelled already" games={data.cancelled} />
      {data.recent.length > 0 ? (
        <section aria-labelledby="recent">
          <h2 id="recent">Done lately</h2>
          <ul>
            {data.recent.map((change) => (
              <li key={change.id}>
                <a href={href("/schedule/rained-out/:changeId", { changeId: change.id })}>{change.title}</a>{" "}
                by {change.by}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </ClubPage>
  );
}

const inputs = inputsOf(dayFields);

function Stay({ title: heading, games }: { title: string; games: readonly string[] }) {
  if (games.length === 0) return null;
  return (
    <p className="muted">
      {heading}: {games.join("; ")}.
    </p>
  );
}

/** Chooses games and a reason. Date fields that the choice does not use are hidden where the browser can. */
function DayForm({ data }: { data: DayPage }) {
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
      <TextField {...inputs.reason} value="Rained out" hint="It goes into the notes of each game" />
      <FormButtons submit="Check the Changes" back="/schedule" keep="Back to the schedule" />
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
