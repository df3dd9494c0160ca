import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { gameFields } from "#app/domain/club/games/fields.ts";
import { gameSchema, timeOf } from "#app/domain/club/games/forms.server.ts";
import { editedFields, offeredStatuses } from "#app/domain/club/games/game-changes.ts";
import { isToCome } from "#app/domain/club/games/game-rules.ts";
import { editGame, gameVersion } from "#app/domain/club/games/games.server.ts";
import { editProblemLabels, gameTitle, statusName, takenOutLabel } from "#app/domain/club/games/labels.ts";
import { takenOutOf } from "#app/domain/club/games/take-out.server.ts";
import { dateAt, formatGameTime, formatZone } from "#app/domain/values/times.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { RadioField, SelectField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { GameCard } from "./game-card.tsx";
import { GameFields, type GameOnForm, locationOf } from "./game-fields.tsx";
import { ownGame } from "./own-game.server.ts";
import { RatedGame, TakeOutLink } from "./rated-game.tsx";
import { formatSlot } from "./view-data.ts";
import { whoIsMailed } from "./who-is-mailed.server.ts";

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
    differences: differencesOf(editOf(value), editedFields(stored), gameFields),
  }),
  problems: editProblemLabels,
  saved: (_, { value }) => ["/schedule", `The game against ${value.opponent} is changed.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: game }) => {
  const at = now();
  const edited = editedFields(game);
  const out = game.takenOut ? await takenOutOf(ctx.db, game.id) : undefined;
  const move = { gameIds: [game.id], change: "move", changedAt: null, reason: false } as const;
  return {
    mailed: isToCome(game, at) ? await whoIsMailed(ctx, move) : [],
    zone: formatZone(ctx.club.timezone),
    when: formatGameTime(game, ctx.club.timezone, at),
    was: game.original_date
      ? formatSlot(game.original_date, game.original_time, dateAt(at, ctx.club.timezone))
      : null,
    game: { ...game, ...edited },
    statuses: offeredStatuses({
      ...edited,
      rated: game.rated,
      toCome: game.starts_at > at.toISOString(),
    }).map((value) => ({ value, label: statusName[value] })),
    out: out ? takenOutLabel(out, ctx.club.timezone, dateAt(at, ctx.club.timezone)) : null,
    version: gameVersion(game),
  };
});

export default function EditGame() {
  const { game, version, zone, when, was, mailed, statuses, out } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Edit a game"
      lead={gameTitle({ ...game, team_name: game.teamName })}
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      {out ? (
        <Notice title="It is in no figure">
          <p>
            {out} <TakeOutLink id={game.id} label="Put it back to change it" />
          </p>
        </Notice>
      ) : game.rated ? (
        <Notice title="This game has a rating">
          <p>
            <RatedGame id={game.id} what="moved into the future, cancelled or deleted" />
          </p>
        </Notice>
      ) : null}
      <div className="beside">
        {out ? null : <EditGameForm game={game} version={version} zone={zone} statuses={statuses} />}
        <GameCard game={game} when={when} was={was}>
          {game.rated ? null : <OtherChanges game={game} />}
          {mailed.length > 0 ? (
            <details className="small">
              <summary>Who is mailed if it moves</summary>
              {mailed.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </details>
          ) : null}
        </GameCard>
      </div>
    </ClubPage>
  );
}

interface EditedGame extends GameOnForm {
  id: string;
  status: string;
}

/** Edits a stored game's fields, its status, and whether a new date is a move or a correction. */
function EditGameForm(props: {
  game: EditedGame;
  version: string;
  zone: string;
  statuses: readonly { value: string; label: string }[];
}) {
  const { game, version, zone, statuses } = props;
  return (
    <PostForm>
      <Version value={version} />
      <GameFields game={game} zone={zone} />
      <RadioField
        name="reason"
        label="If the date or time changes"
        required
        value="moved"
        choices={[
          {
            value: "moved",
            label: "The game was moved",
            hint: "It counts as rescheduled, and the first date stays visible",
          },
          {
            value: "corrected",
            label: "I am correcting a mistake",
            hint: "It does not count as rescheduled",
          },
        ]}
      />
      <SelectField
        name="status"
        label="Status"
        required
        hint="A scheduled game completes by itself once its time has passed"
        value={game.status}
        choices={statuses}
      />
      <FormButtons submit="Save Changes" back="/schedule" keep="Back to the schedule" />
    </PostForm>
  );
}

/** Links to cancel, restore or delete a game that has no rating. */
function OtherChanges({ game }: { game: EditedGame }) {
  return (
    <p>
      {game.status === "cancelled" ? (
        <a className="quiet-link" href={href("/schedule/:gameId/cancel", { gameId: game.id })}>
          Put this game back on
        </a>
      ) : (
        <a className="quiet-link" href={href("/schedule/:gameId/cancel", { gameId: game.id })}>
          Cancel this game
        </a>
      )}
      {" · "}
      <a className="quiet-link" href={href("/schedule/:gameId/delete", { gameId: game.id })}>
        Delete this game
      </a>
    </p>
  );
}
