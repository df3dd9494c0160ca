import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { deleteGameSchema } from "#app/domain/club/games/forms.server.ts";
import { deleteGame, gameVersion } from "#app/domain/club/games/games.server.ts";
import { gameProblemLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { GameCard } from "./game-card.tsx";
import { ownGame } from "./own-game.server.ts";

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
    <ClubPage
      title="Delete this game?"
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      {game.rated ? (
        <>
          <Notice title="This game has a rating">
            <p>It was played, so it cannot be deleted.</p>
          </Notice>
          <ButtonLink href="/schedule">Back to the schedule</ButtonLink>
        </>
      ) : (
        <div className="beside">
          <PostForm>
            <Version value={version} />
            <p>
              It is removed for good. If the game was called off,{" "}
              <a href={href("/schedule/:gameId/cancel", { gameId: game.id })}>cancel it</a> instead, so that
              everybody sees it.
            </p>
            <FormButtons submit="Delete Game" look="danger" back="/schedule" keep="Keep the game" />
          </PostForm>
          <GameCard game={game} when={when} />
        </div>
      )}
    </ClubPage>
  );
}
