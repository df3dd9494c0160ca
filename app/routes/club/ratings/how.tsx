import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { policyLabels, scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { CORRECTION_HOURS } from "#app/domain/club/ratings/rating-permission.ts";
import { scores } from "#app/domain/club/ratings/ratings.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { extra: "rating", madeOf: [] };

export const meta = () => title("How results are made");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "ratings.see");
  return { policy: policyLabels(await ratingPolicyOf(ctx.db)) };
}

/** Explains the scores, and how the club's policy turns two ratings into one result. */
export default function HowResultsAreMade() {
  const { policy } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="How results are made"
      lead={policy.summary}
      crumbs={[{ label: "Rating", href: "/rating" }]}
    >
      <div className="beside">
        <section>
          <h2>The three scores</h2>
          <dl className="scale-legend">
            {scores.map((score) => (
              <div key={score}>
                <dt>
                  <ScoreBadge score={score} />
                </dt>
                <dd>{scoreLabels[score].description}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h2>{policy.title}</h2>
          <ul>
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Corrections</h2>
          <p>
            You can correct your own rating for {CORRECTION_HOURS} hours. Later, a club administrator can,
            with a reason. Every version is kept.
          </p>
        </section>
      </div>
    </ClubPage>
  );
}
