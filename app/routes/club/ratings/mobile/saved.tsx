import { href } from "#app/config/addresses.ts";
import { sideName } from "#app/domain/club/ratings/labels.ts";
import { type GameView, howDecided } from "#app/domain/club/ratings/rating-view.ts";
import type { OwnForm } from "#app/routes/club/ratings/open-game.server.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { RatedBar } from "./game-form.tsx";

/** Confirms a saved rating: the team's line, what happens next, who was told of a 0, and where to go from here. */
export function Saved(props: {
  game: GameView;
  form: OwnForm;
  strip: string;
  /** Of a 0: who is told. */
  notice: string | null;
  next: { id: string; title: string; when: string } | null;
  /** Games left to rate. */
  left: number;
}) {
  const { game, form, strip, notice, next, left } = props;
  const own = game.sides.find(({ side }) => side === form.side);
  return (
    <>
      <RatedBar rated />
      <Notice tone="good" title={`${game.title} is rated`}>
        {own?.state === "shown" ? (
          <p>
            Your {sideName[form.side].toLowerCase()} rating is saved: <ScoreBadge score={own.score} />
          </p>
        ) : null}
      </Notice>
      <div className="field-line">
        <p>{game.teamName}, latest games</p>
        <SidelineStrip marks={strip} large />
      </div>
      {notice ? <p>{notice}</p> : null}
      <h2>What happens next</h2>
      <p>{nextLabel(game)}</p>
      {form.may === "correct" ? (
        <p>
          {form.notice} <a href={href("/mobile-rating", { game: game.id, as: form.side })}>Correct it</a>
        </p>
      ) : null}
      {next ? null : <p>No more games to rate.</p>}
      <p className="field-ways">
        {left > 1 ? <a href="/mobile-rating">All {left} games to rate</a> : null}{" "}
        {next ? <a href="/rating">All ratings</a> : null}{" "}
        <a href={href("/dashboard", { rated: game.id })}>Home</a>
      </p>
      <div className="field-actions">
        {next ? (
          <ButtonLink href={href("/mobile-rating", { game: next.id })} look="primary">
            <span>
              Rate next: {next.title} <span className="field-when">{next.when}</span>
            </span>
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
  return `The game stays pending until the ${others} has rated too.`;
}
