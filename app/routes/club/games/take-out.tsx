import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { takeOutFields } from "#app/domain/club/games/fields.ts";
import { takeOutSchema } from "#app/domain/club/games/forms.server.ts";
import { gameTitle, takenOutLabel, takeOutReasonName } from "#app/domain/club/games/labels.ts";
import { putBack, takenOutOf, takeOut } from "#app/domain/club/games/take-out.server.ts";
import { canPutBack, PUT_BACK_DAYS, takeOutReasons } from "#app/domain/club/games/take-out.ts";
import { dateAt, formatGameTime } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { RadioField, TextField } from "#app/ui/inputs.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { GameCard } from "./game-card.tsx";
import { ownGame } from "./own-game.server.ts";

export const meta = () => title("Take a game out of the figures");

const inputs = inputsOf(takeOutFields);
const TOO_LATE = `A game can be put back for ${PUT_BACK_DAYS} days.`;

const form = clubForm({
  may: "ratings.correct",
  schema: takeOutSchema,
  keeps: { note: takeOutFields.note.label },
  find: (ctx, { gameId }) => ownGame(ctx, gameId),
  change: ({ ctx, found, value: { intent, why, note } }) =>
    changeClub(ctx, async (tx) =>
      intent === "back" || why === undefined
        ? putBack(tx, found.id)
        : takeOut(tx, found.id, { why, note, byName: ctx.user.name }),
    ),
  problems: (refused) =>
    refused.problem === "too-late" ? TOO_LATE : "Nobody has rated this game: cancel or delete it instead.",
  saved: (_, { found, value }) => [
    href("/rating/:gameId", { gameId: found.id }),
    value.intent === "back"
      ? "The game is back in all figures."
      : "The game is out of all figures. Boards, reports and rewards follow within a minute.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: game }) => {
  const out = await takenOutOf(ctx.db, game.id);
  const at = now();
  return {
    game,
    when: formatGameTime(game, ctx.club.timezone, at),
    out: out && {
      label: takenOutLabel(out, ctx.club.timezone, dateAt(at, ctx.club.timezone)),
      canPutBack: canPutBack(out, at),
    },
  };
});

export default function TakeOut() {
  const { game, when, out } = useLoaderData<typeof loader>();
  const instead = out
    ? out.canPutBack
      ? null
      : { title: out.label, text: TOO_LATE, back: "Back to the game" }
    : game.rated
      ? null
      : {
          title: "Nobody has rated this game",
          text: "It is in no average. Cancel or delete it instead.",
          back: "Back to the game",
        };
  return (
    <ConfirmPage
      title={out ? "Put this game back into the figures?" : "Take this game out of the figures?"}
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
      instead={instead}
      fields={
        out ? (
          <>
            <Hidden name="intent" value="back" />
            <p>{out.label}</p>
          </>
        ) : (
          <>
            <Hidden name="intent" value="out" />
            <p>
              It stays here with its ratings. Averages, boards, reports, seasons and rewards no longer count
              it. You can put it back for {PUT_BACK_DAYS} days.
            </p>
            <RadioField
              {...inputs.why}
              choices={takeOutReasons.map((value) => ({ value, label: takeOutReasonName[value] }))}
            />
            <TextField {...inputs.note} hint="For example the league entered it twice" />
          </>
        )
      }
      submit={out ? "Put It Back" : "Take It Out"}
      look={out ? "primary" : "danger"}
      back={href("/rating/:gameId", { gameId: game.id })}
      keep={out ? "Leave it out" : "Keep it"}
      beside={<GameCard game={game} when={when} />}
    />
  );
}
