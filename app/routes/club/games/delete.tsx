import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { deleteGameSchema } from "#app/domain/club/games/forms.server.ts";
import { deleteGame, gameVersion } from "#app/domain/club/games/games.server.ts";
import { gameProblemLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { GameCard } from "./game-card.tsx";
import { ownGame } from "./own-game.server.ts";
import { RatedGame } from "./rated-game.tsx";

export const meta = () => title("Delete a game");

const form = clubForm({
  may: "games.manage",
  schema: deleteGameSchema,
  find: (ctx, { gameId }) => ownGame(ctx, gameId),
  change: ({ ctx, found, value }) => changeClub(ctx, (tx) => deleteGame(tx, found.id, value.version)),
  version: gameVersion,
  problems: () => gameProblemLabels["rated-delete"],
  saved: (_, { found }) => ["/schedule", `The game against ${found.opponent} is deleted.`],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: game }) => ({
  game,
  version: gameVersion(game),
  when: formatGameTime(game, ctx.club.timezone, now()),
}));

export default function DeleteGame() {
  const { game, version, when } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Delete this game?"
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
      instead={
        game.rated
          ? {
              title: "This game has a rating",
              text: <RatedGame id={game.id} what="deleted" />,
              back: "Back to the schedule",
            }
          : null
      }
      version={version}
      fields={
        <p>
          It is removed for good. If the game was called off,{" "}
          <a href={href("/schedule/:gameId/cancel", { gameId: game.id })}>cancel it</a> instead, so that
          everybody sees it.
        </p>
      }
      submit="Delete Game"
      look="danger"
      back="/schedule"
      keep="Keep the game"
      beside={<GameCard game={game} when={when} />}
    />
  );
}
