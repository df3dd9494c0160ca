import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { ScoreMark, SidelineStrip } from "#app/ui/strip.tsx";

const meaning = {
  20: "No incidents, positive atmosphere.",
  10: "Some bad behavior during the game.",
  0: "A parent received a red or yellow card.",
} as const;

/** The promise, the two ways on, and a team's line, which runs from edge to edge of the window. */
export function Hero() {
  return (
    <div className="hero">
      <h1>A better sideline, game by game</h1>
      <p className="lead">
        After each game, the coach and the team manager give their own sideline one of three scores. Every
        team gets a line, and everybody in the club sees the same thing: how it is going, and that it gets
        better.
      </p>
      <Buttons>
        <ButtonLink href="/signup" look="primary">
          Get Started
        </ButtonLink>
        <ButtonLink href="/tour">Watch Demo</ButtonLink>
      </Buttons>
      <figure className="sideline">
        <div className="sideline-line">
          <SidelineStrip marks="mpxpmp-pmppppp" large />
        </div>
        <figcaption>One team’s season. Each mark is a game, the first one on the left.</figcaption>
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
