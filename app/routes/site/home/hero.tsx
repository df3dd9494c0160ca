import { brand } from "#app/config/brand.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ScoreMark, SidelineStrip } from "#app/ui/strip.tsx";

/** The first screen: what it is, two ways on, and our signature, a team's line. */
export function Hero() {
  return (
    <div className="hero">
      <h1>A better sideline, game by game</h1>
      <p className="lead">
        After each game, the coach and the team manager give the sideline one of three scores. {brand.name}{" "}
        keeps every team’s line, so that parents, coaches and the club see the same thing: how it is going,
        and that it gets better.
      </p>
      <div className="buttons">
        <ButtonLink href="/signup" look="primary">
          Get Started
        </ButtonLink>{" "}
        <ButtonLink href="/tour">Watch Demo</ButtonLink>
      </div>
      <figure className="hero-strip">
        <SidelineStrip marks="mpxpmp-pmppppp" large />
        <figcaption>
          An example of a team’s line. Each mark is one game, the first one on the left.
        </figcaption>
      </figure>
      <dl className="legend">
        {([20, 10, 0] as const).map((score) => (
          <div key={score}>
            <dt>
              <ScoreMark score={score} /> {score} {scoreLabels[score].name}
            </dt>
            <dd>{meaning[score]}</dd>
          </div>
        ))}
        <div>
          <dt>
            <span className="legend-tick" aria-hidden="true" /> Not rated
          </dt>
          <dd>Nobody has rated this game yet.</dd>
        </div>
      </dl>
    </div>
  );
}

const meaning = {
  20: "No incidents, positive atmosphere.",
  10: "Some bad behavior during the game.",
  0: "A parent received a red or yellow card.",
} as const;
