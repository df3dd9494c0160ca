import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { formatPrice, planFeatures, plans } from "#app/domain/control/billing/plans.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { PlanCards } from "#app/ui/plan-cards.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { ScoreMark, SidelineStrip } from "#app/ui/strip.tsx";

const description =
  "Youth sports clubs rate the behavior of parents and spectators after every game, and see it get better. Three scores, one line per team, no app.";

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find((match) => match.id === "root")?.data as { appUrl?: string } | undefined;
  const origin = root?.appUrl ?? "";
  return [
    { title: `${brand.name} · ${brand.tagline}` },
    { name: "description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:title", content: brand.name },
    { property: "og:description", content: description },
    { property: "og:image", content: `${origin}/social-card.png` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
};

export default function Home() {
  return (
    <SitePage title={brand.name} width="wide" hero={<Hero />}>
      <HowItWorks />
      <Fairness />
      <Packages />
      <SignIn />
    </SitePage>
  );
}

function Hero() {
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
        <ButtonLink href="#pricing">See the packages</ButtonLink>
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

function HowItWorks() {
  return (
    <section aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol className="how">
        <li>
          <h3>The club signs up</h3>
          <p>Choose a package by the number of players, pay for one year, and get your club code.</p>
        </li>
        <li>
          <h3>Teams and games come in</h3>
          <p>
            Add your teams, invite their coaches and managers by email, and import the schedule file that your
            league’s software exports. Coaches and managers pay nothing.
          </p>
        </li>
        <li>
          <h3>Coach and manager rate</h3>
          <p>
            At the field, on any phone, in a few taps. There is no app to install, and it works on a weak
            connection.
          </p>
        </li>
        <li>
          <h3>The sideline gets better</h3>
          <p>
            Each team sees its line grow. Leaderboards show how teams of the same age stand in the state and
            in the country.
          </p>
        </li>
      </ol>
    </section>
  );
}

function Fairness() {
  return (
    <section aria-labelledby="fair">
      <h2 id="fair">Fair to everyone on the line</h2>
      <div className="cards">
        <Card title="Two pairs of eyes" level={3}>
          <p>
            Coach and manager rate on their own. Neither sees the other’s score before giving one, and one
            published rule turns two different scores into one.
          </p>
        </Card>
        <Card title="Teams, not people" level={3}>
          <p>
            Scores belong to a team’s sideline. No parent and no child is named in public, and a note about a
            major incident stays with the club’s administrators.
          </p>
        </Card>
        <Card title="A ranking that means something" level={3}>
          <p>A team is ranked once three of its games are rated, and few games never beat many.</p>
        </Card>
      </div>
    </section>
  );
}

function Packages() {
  const cards = plans.map((plan) => ({ ...plan, price: formatPrice(plan.priceCents) }));
  return (
    <section aria-labelledby="pricing">
      <h2 id="pricing">Three packages, everything in each</h2>
      <p className="lead">
        One payment for one year, by card or US bank account. Nothing renews by itself. Choose by your own
        estimate; if your number of players fits another package, write to us and we settle the difference.
        See the <a href="/terms#refunds">14-day guarantee</a>.
      </p>
      <PlanCards
        plans={cards}
        features={planFeatures}
        level={3}
        action={(plan) => <ButtonLink href={`/signup?plan=${plan.id}`}>Choose {plan.name}</ButtonLink>}
      />
    </section>
  );
}

function SignIn() {
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">Already with us?</h2>
      <div className="cards">
        <Card title="Club administrators" level={3}>
          <p>Sign in with your club code and password.</p>
          <p>
            <ButtonLink href="/club/login">Sign in with club code</ButtonLink>
          </p>
        </Card>
        <Card title="Coaches and team managers" level={3}>
          <p>Sign in with your email and password. New here? Your invitation is in your mailbox.</p>
          <p>
            <ButtonLink href="/club/login">Sign in with email</ButtonLink>
          </p>
        </Card>
      </div>
    </section>
  );
}
