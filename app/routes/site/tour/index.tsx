import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { Picture } from "#app/routes/site/pictures/picture.tsx";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { stops } from "./stops.ts";

export const handle = { bare: "landing" };

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    title: "Tour",
    description: `${brand.name} in eight pictures: a season of sideline ratings, from the first agreement to the leaderboard.`,
    path: "/tour",
  });

/** The product in eight pictures of itself (product.md#public-pages). */
export default function Tour() {
  return (
    <SitePage
      title={`${brand.name} in eight pictures`}
      lead="A demo club's season, as its people see it: every picture is a page of the product."
      width="wide"
    >
      <ol className="tour">
        {stops.map(({ picture, title, text, alt }) => (
          <li key={picture} className="feature">
            <div>
              <h2>{title}</h2>
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <Picture name={picture} alt={alt} />
          </li>
        ))}
      </ol>
      <Buttons>
        <ButtonLink href="/signup" look="primary">
          Get Started
        </ButtonLink>
        <ButtonLink href="/#pricing">See the packages</ButtonLink>
        <ButtonLink href="/faq">Questions and answers</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
