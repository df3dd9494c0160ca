import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { clubForm } from "#app/auth/form.server.ts";
import { editedFields } from "#app/domain/club/games/game-changes.ts";
import { gameSchema, timeOf } from "#app/domain/club/games/game-form.server.ts";
import { editGame, gameVersion } from "#app/domain/club/games/games.server.ts";
import { editProblemLabels, gameFieldLabels, gameTitle } from "#app/domain/club/games/labels.ts";
import { dateAt, formatGameTime, formatZone } from "#app/domain/values/times.ts";
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

const editOf = ({ tbd, time, location, version: _, ...edit }: z.output<typeof gameSchema>) => ({
  ...edit,
  time: timeOf({ tbd, time }),
  location: locationOf(location),
});
const form = clubForm({
  may: "games.manage",
  schema: gameSchema,
  find: (ctx, { gameId }) => ownGame(ctx, gameId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => editGame(tx, found.id, editOf(value), value.version)),
  version: (stored, value) => ({
    version: gameVersion(stored),
    differences: differencesOf(editOf(value), editedFields(stored), gameFieldLabels),
  }),
  problems: editProblemLabels,
  saved: (_, { value }) => ["/schedule", `The game against ${value.opponent} is changed.`],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: game }) => {
  const at = now();
  return {
    zone: formatZone(ctx.club.timezone),
    when: formatGameTime(game, ctx.club.timezone, at),
    was: game.original_date
      ? formatSlot(game.original_date, game.original_time, dateAt(at, ctx.club.timezone))
      : null,
    game: { ...game, ...editedFields(game) },
    version: gameVersion(game),
  };
});

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
