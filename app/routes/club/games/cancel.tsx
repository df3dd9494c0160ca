import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { gameIntentSchema } from "#app/domain/club/games/forms.server.ts";
import { cancelGame, gameVersion, restoreGame } from "#app/domain/club/games/games.server.ts";
import { gameProblemLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Hidden } from "#app/ui/post-form.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { GameCard } from "./game-card.tsx";
import { ownGame } from "./own-game.server.ts";
import { RatedGame } from "./rated-game.tsx";
import { whoIsMailed } from "./who-is-mailed.server.ts";

export const meta = () => title("Cancel a game");

const form = clubForm({
  may: "games.manage",
  schema: gameIntentSchema,
  find: (ctx, { gameId }) => ownGame(ctx, gameId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, async (tx) =>
      value.intent === "cancel" ? cancelGame(tx, found.id, value.version) : restoreGame(tx, found.id),
    ),
  version: gameVersion,
  problems: ({ problem }) => gameProblemLabels[problem === "taken-out" ? problem : "rated-cancel"],
  saved: (_, { found, value }) => [
    "/schedule",
    `The game against ${found.opponent} ${value.intent === "cancel" ? "is cancelled" : "is back on"}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: game }) => ({
  game,
  mailed: game.rated
    ? []
    : await whoIsMailed(ctx, {
        gameIds: [game.id],
        change: game.status === "cancelled" ? "back" : "cancel",
        changedAt: null,
        reason: false,
      }),
  version: gameVersion(game),
  when: formatGameTime(game, ctx.club.timezone, now()),
}));

export default function CancelGame() {
  const { game, version, when, mailed } = useLoaderData<typeof loader>();
  const cancelled = game.status === "cancelled";
  return (
    <ConfirmPage
      title={cancelled ? "Put this game back on?" : "Cancel this game?"}
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
      instead={
        game.rated
          ? {
              title: "This game has a rating",
              text: <RatedGame id={game.id} what="cancelled" />,
              back: "Back to the schedule",
            }
          : null
      }
      version={version}
      fields={
        <>
          <Hidden name="intent" value={cancelled ? "restore" : "cancel"} />
          <p>
            {cancelled
              ? "It returns to the schedule."
              : "It stays on the schedule as cancelled and cannot be rated. You can put it back on later."}
          </p>
          {mailed.map((line) => (
            <p key={line} className="small muted">
              {line}
            </p>
          ))}
        </>
      }
      submit={cancelled ? "Put It Back On" : "Cancel Game"}
      look={cancelled ? "primary" : "danger"}
      back="/schedule"
      keep={cancelled ? "Leave it cancelled" : "Keep the game"}
      beside={<GameCard game={game} when={when} />}
    />
  );
}
