import type { ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type {
  ChangeReason,
  EditableStatus,
  EditRefusal,
  GameDetails,
} from "#app/domain/club/games/game-changes.ts";
import {
  addGame,
  cancelGame,
  deleteGame,
  editGame,
  type GameRefusal,
  type PlannedGame,
  restoreGame,
} from "#app/domain/club/games/games.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext, ClubFileContext } from "#app/journeys/context.ts";

/** Every change of a team's games may change where the team stands: the boards hear of it. */

/** @returns whether the game is new, or there but cancelled; null where the team is gone. */
export function planGame(
  ctx: ClubFileContext & Pick<ClubContext, "club">,
  teamId: string,
  details: GameDetails,
): Promise<PlannedGame | null> {
  return changeClub(ctx, async (tx) => {
    const game = await addGame(tx, teamId, details, ctx.club.timezone);
    if (game?.isNew) await recordEvent(tx, { kind: "standing", teamId });
    return game;
  });
}

export function replanGame(
  ctx: ClubFileContext & Pick<ClubContext, "club">,
  game: GameRef,
  edit: GameDetails & { status: EditableStatus; reason: ChangeReason },
): Promise<EditRefusal | "gone" | null> {
  return changed(ctx, game, (tx) => editGame(tx, game.id, edit, ctx.club.timezone));
}

export const callOffGame = (
  ctx: ClubFileContext & Pick<ClubContext, "club">,
  game: GameRef,
): Promise<GameRefusal | null> => changed(ctx, game, (tx) => cancelGame(tx, game.id));

export const putGameBackOn = (
  ctx: ClubFileContext & Pick<ClubContext, "club">,
  game: GameRef,
): Promise<"gone" | null> => changed(ctx, game, (tx) => restoreGame(tx, game.id));

export const removeGame = (
  ctx: ClubFileContext & Pick<ClubContext, "club">,
  game: GameRef,
): Promise<GameRefusal | null> => changed(ctx, game, (tx) => deleteGame(tx, game.id));

interface GameRef {
  id: string;
  team_id: string;
}

/** Carries out one change and tells of it, unless it was refused. */
function changed<Refusal>(
  ctx: ClubFileContext & Pick<ClubContext, "club">,
  game: GameRef,
  work: (tx: ClubTx) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  return changeClub(ctx, async (tx) => {
    const refusal = await work(tx);
    if (refusal === null) await recordEvent(tx, { kind: "standing", teamId: game.team_id });
    return refusal;
  });
}
