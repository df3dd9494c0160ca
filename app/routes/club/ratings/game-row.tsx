import { href } from "#app/config/addresses.ts";
import { rateLabel, sideName } from "#app/domain/club/ratings/labels.ts";
import type { RatingRow } from "#app/domain/club/ratings/rating-page.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { FinalBadges, PhaseBadge, SideLine } from "./side-rating.tsx";

/** A game of the list: its state, each side's rating, and what the viewer can do about it. */
export function GameRow({ game }: { game: RatingRow }) {
  const rated = game.sides.some(({ state }) => state !== "missing");
  const played = game.phase === "in-progress" || game.phase === "completed";
  return (
    <>
      <div className="row apart">
        <div>
          <h2 className="rating-title">
            {played || rated ? (
              <a href={href("/rating/:gameId", { gameId: game.id })}>{game.title}</a>
            ) : (
              game.title
            )}
          </h2>
          <p className="muted small">
            {game.when}, {game.location}
          </p>
        </div>
        <p className="row">
          <PhaseBadge game={game} /> <FinalBadges final={game.final} sides={game.sides} />
        </p>
      </div>
      {rated ? (
        <dl className="rating-sides">
          {game.sides.map((rating) => (
            <div key={rating.side}>
              <dt>{sideName[rating.side]}</dt>
              <dd>
                <SideLine rating={rating} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {game.waits || game.incident ? (
        <p className="row">
          {game.waits ? (
            <ButtonLink href={href("/rating/:gameId", { gameId: game.id })} look="primary">
              {rateLabel(game.phase)}
            </ButtonLink>
          ) : null}
          {game.incident ? (
            <a href={href("/rating/:gameId/incident", { gameId: game.id })}>
              {game.incident === "open" ? "Open incident note" : "Closed incident note"}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
