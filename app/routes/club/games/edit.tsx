import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { editedFields } from "#app/domain/club/games/game-changes.ts";
import { gameSchema, timeOf } from "#app/domain/club/games/game-form.server.ts";
import { editGame, gameVersion } from "#app/domain/club/games/games.server.ts";
import { editProblemLabels, gameFieldLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { dateAt, formatGameTime, formatZone } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { EditGameForm, OtherChanges } from "./edit-game-form.tsx";
import { GameCard } from "./game-card.tsx";
import { formatSlot } from "./game-view.ts";
import { locationOf } from "./labels.ts";
import { ownGame } from "./own-game.server.ts";

export const meta = () => title("Edit a game");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const game = await ownGame(ctx, args.params.gameId);
  const at = now();
  return json({
    zone: formatZone(ctx.club.timezone),
    when: formatGameTime(game, ctx.club.timezone, at),
    was: game.original_date
      ? formatSlot(game.original_date, game.original_time, dateAt(at, ctx.club.timezone))
      : null,
    game: { ...game, ...editedFields(game) },
    version: gameVersion(game),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const game = await ownGame(ctx, args.params.gameId);
  const reading = await readForm(args.request, gameSchema);
  if (!reading.ok) return reading.answer;
  const { tbd, time: typed, location, version, reason, ...rest } = reading.value;
  const edit = { ...rest, time: timeOf({ tbd, time: typed }), location: locationOf(location) };
  const result = await changeClub(ctx, (tx) => editGame(tx, game.id, { ...edit, reason }, version));
  if (!result.ok) {
    if (result.problem === "stale") {
      const differences = differencesOf(edit, editedFields(result.stored), gameFieldLabels);
      return reading.refuseStale({ version: gameVersion(result.stored), differences });
    }
    if (result.problem === "not-found") throw notFound();
    return reading.refuse(editProblemLabels[result.problem]);
  }
  return redirectWith("/schedule", `The game against ${rest.opponent} is changed.`);
}

export default function EditGame() {
  const { game, version, zone, when, was } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Edit a game"
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      {game.rated ? (
        <Notice title="This game has a rating">
          <p>
            It was played, so you can correct it, but not cancel it, delete it or move it into the future.
          </p>
        </Notice>
      ) : null}
      <div className="beside">
        <EditGameForm game={game} version={version} zone={zone} />
        <GameCard game={game} when={when} was={was}>
          {game.rated ? null : <OtherChanges game={game} />}
        </GameCard>
      </div>
    </ClubPage>
  );
}
