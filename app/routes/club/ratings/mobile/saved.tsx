import { href } from "#app/config/addresses.ts";
import { sideName } from "#app/domain/club/ratings/labels.ts";
import { type GameView, howDecided } from "#app/domain/club/ratings/rating-view.ts";
import type { OwnForm } from "#app/routes/club/ratings/open-game.server.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Confirms a saved rating, with its effect on the score and the next game to rate. */
export function Saved(props: { game: GameView; form: OwnForm; next: { id: string; title: string } | null }) {
  const { game, form, next } = props;
  const own = game.sides.find(({ side }) => side === form.side);
  return (
    <>
      <Notice tone="good" title={`${game.title}: 1/1 rated`}>
        {own?.state === "shown" ? (
          <p>
            Your {sideName[form.side].toLowerCase()} rating is saved: <ScoreBadge score={own.score} />
          </p>
        ) : null}
      </Notice>
      <h2>What happens next</h2>
      <p>{nextLabel(game)}</p>
      {form.may === "correct" ? (
        <p>
          {form.notice} <a href={href("/mobile-rating", { game: game.id, as: form.side })}>Correct it</a>
        </p>
      ) : null}
      <div className="field-actions">
        {next ? (
          <ButtonLink href={href("/mobile-rating", { game: next.id })} look="primary">
            Rate next: {next.title}
          </ButtonLink>
        ) : (
          <ButtonLink href="/rating" look="primary">
            See all ratings
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function nextLabel(game: GameView): string {
  if (game.final.state === "shown") {
    const how = howDecided(game.final.agreement, game.sides).toLowerCase();
    return `The game's final score is ${game.final.score} (${how}). It counts for ${game.teamName} now.`;
  }
  const missing = game.sides.filter(({ state }) => state === "missing").map(({ side }) => side);
  const others = missing.map((side) => sideName[side].toLowerCase()).join(" and the ");
  if (game.final.state === "sealed") {
    return `The result is sealed until the ${others} has rated too, at the latest until ${game.opens}. Then it counts for ${game.teamName}.`;
  }
  if (missing.length > 0) {
    return `The game stays pending until the ${others} has rated too.`;
  }
  return "The game counts as soon as both ratings are in.";
}
