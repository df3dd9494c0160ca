import { href } from "#app/config/addresses.ts";
import { sideName } from "#app/domain/club/ratings/labels.ts";
import type { GameView } from "#app/domain/club/ratings/rating-view.ts";
import type { Side } from "#app/domain/club/ratings/ratings.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { RatingDetails } from "./side-rating.tsx";

const otherSide = (side: Side): Side => (side === "coach" ? "manager" : "coach");

/** The coach's and the manager's current rating, as far as the viewer may see them. */
export function SideCards({ game }: { game: GameView }) {
  const corrects = useShell().role === "club_admin";
  return (
    <div className="cards">
      {game.sides.map((rating) => (
        <Card
          key={rating.side}
          level={3}
          title={`${sideName[rating.side]} rating`}
          actions={
            corrects && rating.state === "shown" ? (
              <ButtonLink
                href={href("/rating/:gameId/correction/:side", { gameId: game.id, side: rating.side })}
              >
                <span>
                  Correct<span className="visually-hidden"> the {sideName[rating.side]}</span> rating
                </span>
              </ButtonLink>
            ) : null
          }
        >
          {rating.state === "missing" ? <p className="muted">Not rated yet.</p> : null}
          {rating.state === "sealed" ? (
            <p className="muted">
              {rating.by} has rated. It opens once the {sideName[otherSide(rating.side)].toLowerCase()} has
              rated too, or on {game.opens}.
            </p>
          ) : null}
          {rating.state === "shown" ? (
            <>
              <p>
                <ScoreBadge score={rating.score} />
              </p>
              <RatingDetails rating={rating} />
            </>
          ) : null}
        </Card>
      ))}
    </div>
  );
}
