import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { formatPrice, planFeatures, plans } from "#app/domain/control/billing/plans.ts";
import { ProductPicture } from "#app/routes/site/product-picture.tsx";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { PlanCards } from "#app/ui/plan-cards.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { aims, features } from "./content.ts";
import { Hero } from "./hero.tsx";

const description =
  "Youth sports clubs rate the behavior of parents and spectators after every game, and see it get better. Three scores, one line per team, no app.";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/",
    title: null,
    description,
    data: {
      "@type": "SoftwareApplication",
      name: brand.name,
      applicationCategory: "BusinessApplication",
      operatingSystem: "Any",
      offers: plans.map(({ name, priceCents }) => ({
        "@type": "Offer",
        name,
        price: (priceCents / 100).toFixed(2),
        priceCurrency: "USD",
      })),
    },
  });

export default function Home() {
  return (
    <SitePage title={brand.name} width="wide" hero={<Hero />}>
      <Features />
      <Pictures />
      <Aims />
      <Packages />
    </SitePage>
  );
}

function Features() {
  return (
    <section aria-labelledby="features">
      <h2 id="features">Six things that work together</h2>
      <ul className="features">
        {features.map(({ id, title, text, link }) => (
          <li key={id}>
            <h3>{title}</h3>
            <p>
              {text}
              {link ? (
                <>
                  {" "}
                  <a href={link.href}>{link.text}</a>
                </>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pictures() {
  return (
    <section aria-labelledby="looks">
      <h2 id="looks">This is what you buy</h2>
      <ProductPicture
        name="dashboard"
        alt="The dashboard of a club: a sentence that says what waits, and each team’s line"
      />
      <p>
        <a href="/tour">See all eight pictures</a>
      </p>
    </section>
  );
}

function Aims() {
  return (
    <section aria-labelledby="aims">
      <h2 id="aims">What we work for</h2>
      <ul>
        {aims.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}.</strong> {text}
          </li>
        ))}
      </ul>
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
        estimate: within 30 days you show us your number of players, and we settle the difference. See the{" "}
        <a href="/terms#refunds">14-day guarantee</a>.
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
