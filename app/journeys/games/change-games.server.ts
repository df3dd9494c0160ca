import type { ClubVisit } from "#app/auth/guards.server.ts";
import type { ClubTx } from "#app/db/club/schema.ts";
import { tell } from "#app/db/outbox.server.ts";
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

type Scene = Pick<ClubVisit, "control" | "db" | "club">;

/** Every change of a team's games may change where the team stands: the boards hear of it. */

/** @returns whether the game is new, or there but cancelled; null where the team is gone. */
export function planGame(visit: Scene, teamId: string, details: GameDetails): Promise<PlannedGame | null> {
  return changeClub(visit, async (tx) => {
    const game = await addGame(tx, teamId, details, visit.club.timezone);
    if (game?.isNew) await tell(tx, { kind: "standing", teamId });
    return game;
  });
}

export function replanGame(
  visit: Scene,
  game: GameRef,
  edit: GameDetails & { status: EditableStatus; reason: ChangeReason },
): Promise<EditRefusal | "gone" | null> {
  return changed(visit, game, (tx) => editGame(tx, game.id, edit, visit.club.timezone));
}

export const callOffGame = (visit: Scene, game: GameRef): Promise<GameRefusal | null> =>
  changed(visit, game, (tx) => cancelGame(tx, game.id));

export const putGameBackOn = (visit: Scene, game: GameRef): Promise<"gone" | null> =>
  changed(visit, game, (tx) => restoreGame(tx, game.id));

export const removeGame = (visit: Scene, game: GameRef): Promise<GameRefusal | null> =>
  changed(visit, game, (tx) => deleteGame(tx, game.id));

interface GameRef {
  id: string;
  team_id: string;
}

/** Carries out one change and tells of it, unless it was refused. */
function changed<Refusal>(
  visit: Scene,
  game: GameRef,
  work: (tx: ClubTx) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  return changeClub(visit, async (tx) => {
    const refusal = await work(tx);
    if (refusal === null) await tell(tx, { kind: "standing", teamId: game.team_id });
    return refusal;
  });
}
