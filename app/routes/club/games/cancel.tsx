import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { gameIntentSchema } from "#app/domain/club/games/game-form.server.ts";
import { cancelGame, gameVersion, restoreGame } from "#app/domain/club/games/games.server.ts";
import { gameProblemLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { CancelForm } from "./cancel-form.tsx";
import { GameCard } from "./game-card.tsx";
import { ownGame } from "./own-game.server.ts";

export const meta = () => title("Cancel a game");

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
  const reading = await readForm(args.request, gameIntentSchema);
  if (!reading.ok) return reading.answer;
  const cancels = reading.value.intent === "cancel";
  const result = await changeClub(ctx, (tx) =>
    cancels ? cancelGame(tx, game.id, reading.value.version) : restoreGame(tx, game.id),
  );
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    if (result.problem === "stale") {
      return reading.refuseStale({ version: gameVersion(result.stored), differences: [] });
    }
    return reading.refuse({ "": gameProblemLabels["rated-cancel"] });
  }
  const change = cancels ? "is cancelled" : "is back on";
  return redirectWith("/schedule", `The game against ${game.opponent} ${change}.`);
}

export default function CancelGame() {
  const { game, version, when } = useLoaderData<typeof loader>();
  const cancelled = game.status === "cancelled";
  return (
    <ClubPage
      title={cancelled ? "Put this game back on?" : "Cancel this game?"}
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      {game.rated ? (
        <Notice title="This game has a rating">
          <p>It was played, so it cannot be cancelled.</p>
        </Notice>
      ) : (
        <div className="beside">
          <CancelForm version={version} cancelled={cancelled} />
          <GameCard game={game} when={when} />
        </div>
      )}
      {game.rated ? <ButtonLink href="/schedule">Back to the schedule</ButtonLink> : null}
    </ClubPage>
  );
}
