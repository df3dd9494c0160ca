import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { deleteGameSchema } from "#app/domain/club/games/game-form.server.ts";
import { deleteGame, gameVersion } from "#app/domain/club/games/games.server.ts";
import { gameProblemLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { GameCard } from "./game-card.tsx";
import { ownGame } from "./own-game.server.ts";

export const meta = () => title("Delete a game");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const game = await ownGame(ctx, args.params.gameId);
  return json({
    game,
    version: gameVersion(game),
    when: formatGameTime(game, ctx.club.timezone, now()),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const game = await ownGame(ctx, args.params.gameId);
  const reading = await readForm(args.request, deleteGameSchema);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) => deleteGame(tx, game.id, reading.value.version));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    if (result.problem === "stale") {
      return reading.refuseStale({ version: gameVersion(result.stored), differences: [] });
    }
    return reading.refuse({ "": gameProblemLabels["rated-delete"] });
  }
  return redirectWith("/schedule", `The game against ${game.opponent} is deleted.`);
}

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
            <Buttons>
              <SubmitButton look="danger">Delete Game</SubmitButton>
              <ButtonLink href="/schedule" look="quiet">
                Keep the game
              </ButtonLink>
            </Buttons>
          </PostForm>
          <GameCard game={game} when={when} />
        </div>
      )}
    </ClubPage>
  );
}
