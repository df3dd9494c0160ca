import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { formatPrice, planFeatures, plans } from "#app/domain/control/billing/plans.ts";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { PlanCards } from "#app/ui/plan-cards.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Aims } from "./aims.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";

export const handle = { bare: "landing" };

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

function Packages() {
  const cards = plans.map((plan) => ({ ...plan, price: formatPrice(plan.priceCents) }));
  return (
    <section className="part" aria-labelledby="pricing">
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
