import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { formatPrice, planFeatures, plans } from "#app/domain/control/billing/plans.ts";
import { publicClub } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { LEAST_RATED_GAMES } from "#app/domain/control/leaderboard/ranking.ts";
import { Picture, type PictureName } from "#app/routes/site/pictures/picture.tsx";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { ScoreMark, SidelineStrip } from "#app/ui/strip.tsx";

export const handle = { bare: "landing", sameForAll: true };

const description =
  "Youth sports clubs rate the behavior of parents and spectators after every game, and see it get better. Three scores, one line per team, no app.";

/** The demo's club that serves as the example of a club's own page. */
const EXAMPLE_CLUB = "lakeside-youth-soccer";

/** Loads the demo's example: we do not single out a real club. */
export async function loader(args: LoaderFunctionArgs) {
  if (env().mode !== "demo") return { example: null };
  const { control } = await publicContext(args);
  const shown = await publicClub(control, EXAMPLE_CLUB);
  return { example: shown ? href("/clubs/:slug", { slug: EXAMPLE_CLUB }) : null };
}

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/",
    title: null,
    description,
    data: {
      "@type": "SoftwareApplication",
      name: brand.name,
      description,
      applicationCategory: "BusinessApplication",
      operatingSystem: "Any browser",
      offers: plans.map(({ name, priceCents }) => ({
        "@type": "Offer",
        name,
        price: (priceCents / 100).toFixed(2),
        priceCurrency: "USD",
      })),
      publisher: { "@type": "Organization", name: brand.name, email: brand.mail.general },
    },
  });

export default function Home() {
  return (
    <SitePage title={brand.name} width="wide" hero={<Hero />}>
      <Features />
      <Aims />
      <Packages />
    </SitePage>
  );
}

/** Shows what all packages share, then their numbers of players and prices. */
function Packages() {
  return (
    <section className="part" aria-labelledby="pricing">
      <h2 id="pricing">Three packages, everything in each</h2>
      <ul className="included">
        {planFeatures.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className="plans">
        {plans.map(({ id, name, description, priceCents }) => (
          <section key={id} className="card plan" aria-labelledby={`plan-${id}`}>
            <div>
              <h3 id={`plan-${id}`}>{name}</h3>
              <p>{description}</p>
            </div>
            <p className="price">
              {formatPrice(priceCents)} <small>per year</small>
            </p>
            <ButtonLink href={`/signup?plan=${id}`}>Choose {name}</ButtonLink>
          </section>
        ))}
      </div>
      <p className="muted">
        One payment for one year, by card or US bank account. Nothing renews by itself. Choose by your own
        estimate: within 30 days you show us your number of players, and we settle the difference. See the{" "}
        <a className="nowrap" href="/terms#refunds">
          14-day guarantee
        </a>
        .
      </p>
    </section>
  );
}

const meaning = {
  20: "No incidents, positive atmosphere.",
  10: "Some bad behavior during the game.",
  0: "A parent received a red or yellow card.",
} as const;

/** Shows the promise, two links, a picture of the page, and a team's line from edge to edge of the window. */
function Hero() {
  return (
    <div className="hero">
      <div className="hero-top">
        <div>
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
            <ButtonLink href="/tour">Watch Demo in eight pictures</ButtonLink>
          </Buttons>
        </div>
        <Phone />
      </div>
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

/** Draws the rating page: no picture to fetch. The stylesheet writes its words, which text browsers would repeat. */
function Phone() {
  return (
    <div
      className="phone"
      role="img"
      aria-label="The rating page on a coach's phone: the game, the scores 20, 10 and 0, and the button that sends one."
    >
      <b data-t="Lakeside Youth Soccer" />
      <b data-t="Hawks vs. Cedar Park Comets" />
      <i data-t="Sunday, 6:00 PM, Lakeside Park" />
      <b data-t="How was the sideline?" />
      {([20, 10, 0] as const).map((score) => (
        <div key={score} className="phone-score">
          <ScoreMark score={score} />
          <span>
            <b data-t={scoreLabels[score].name} />
            <i data-t={scoreLabels[score].description} />
          </span>
          <b data-t={score} />
        </div>
      ))}
      <div className="phone-send" data-t="Submit Rating" />
    </div>
  );
}

/** Describes the six parts of the product as they are today (product/pages.md#public-pages). */
function Features() {
  const { example } = useLoaderData<typeof loader>();
  return (
    <section className="part" aria-labelledby="features">
      <h2 id="features">What your club gets</h2>
      <div className="pair">
        <Feature
          title="Sideline Rating Tool"
          picture="rating"
          alt="The rating page on a phone: the game, and three large buttons for the scores 20, 10 and 0."
        >
          <p>
            At the field, on any phone, in a few taps. No app to install, and a weak connection is enough.
          </p>
          <p>
            Coach and manager rate on their own: neither sees the other’s score before giving one, and one
            published rule makes two scores one. A major incident goes to the club’s administrators with a
            private note.
          </p>
        </Feature>
        <Feature
          title="Digital Parent Agreement"
          picture="agreement"
          alt="The agreement on a parent's phone: the club's name, the promises and the place to sign."
        >
          <p>
            Parents read and sign your club’s sideline agreement from an email, in English or Spanish, without
            an account. Reminders go out by themselves, and every reminder can be stopped.
          </p>
          <p>You see who has signed, team by team. Whoever signed can keep a copy as PDF.</p>
        </Feature>
      </div>
      <Feature
        title="Club Leaderboard"
        picture="leaderboard"
        alt="The leaderboard of a state: teams with rank, average and the line of their latest games."
      >
        <p>
          Teams of the same age, in the state and in the country. A team is ranked once {LEAST_RATED_GAMES} of
          its games are rated, and few games never beat many. No parent and no child is ever named.
        </p>
        <p>
          <a href="/leaders">See the public leaders</a>
        </p>
      </Feature>
      <div className="small-features">
        <section>
          <h3>Printable Resources</h3>
          <p>
            A sheet with the QR code that leads parents to your registration page, and every signed agreement
            as PDF.
          </p>
        </section>
        <section>
          <h3>Rewards Toolkit</h3>
          <p>
            Programs with a budget that find by themselves which team has earned a reward, for a streak, or
            for turning around after a hard talk; ranks on the boards, and a badge for your own website.{" "}
            {example ? <a href={example}>See a club’s public page</a> : null}
          </p>
        </section>
        <section>
          <h3>Micro-Training</h3>
          <p>
            <a href="/help#lessons">Short illustrated lessons</a> for raters, parents and coaches, a few
            minutes each.
          </p>
        </section>
      </div>
      <p>
        <a href="/tour">See all of it in eight pictures</a>
      </p>
    </section>
  );
}

function Feature(props: { title: string; picture: PictureName; alt: string; children: ReactNode }) {
  return (
    <section className="feature">
      <div>
        <h3>{props.title}</h3>
        {props.children}
      </div>
      <Picture name={props.picture} alt={props.alt} />
    </section>
  );
}

/** Aims of the product: no number without its source (product/pages.md#public-pages). */
const aims = [
  {
    title: "Games that children enjoy",
    text: "The sideline cheers, the coach coaches, the referee decides.",
  },
  {
    title: "Referees and coaches who come back",
    text: "A club that can see its sideline can stand up for the people on the field.",
  },
  {
    title: "Parents who know what is expected",
    text: "One text, signed before the season, in words that everybody understands.",
  },
  {
    title: "Talks early, not hearings late",
    text: "A line that turns rough is a reason for a quiet word after one game, not after ten.",
  },
] as const;

function Aims() {
  return (
    <section className="part" aria-labelledby="aims">
      <h2 id="aims">What we work for</h2>
      <dl className="aims">
        {aims.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
