import { href } from "#app/config/addresses.ts";
import type { GameView } from "#app/domain/club/ratings/rating-view.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";

/** Links to change a game, for users who manage its team. One that is rated was played, so it is not cancelled. */
export function GameChanges({ game, rated }: { game: Pick<GameView, "id" | "phase">; rated: boolean }) {
  return (
    <>
      <ButtonLink href={href("/schedule/:gameId/edit", { gameId: game.id })}>Edit game</ButtonLink>
      {rated ? null : (
        <ButtonLink href={href("/schedule/:gameId/cancel", { gameId: game.id })} look="quiet">
          {game.phase === "cancelled" ? "Put back on" : "Cancel game"}
        </ButtonLink>
      )}
    </>
  );
}
