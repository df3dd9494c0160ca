import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { MIN_GAMES, publicClub } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { BADGE } from "./badge-size.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? siteMeta(matches, {
        path: href("/clubs/:slug", { slug: data.slug }),
        title: data.club.name,
        description: `How the sideline of ${data.club.name} behaves, as its coaches and managers rate it.`,
      })
    : [{ title: "Not found" }];

/** Loads a club's public page, if the club allows it (product/pages.md#public-boards). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const slug = args.params.slug ?? "";
  const club = slug.length <= 100 ? await publicClub(control, slug) : null;
  if (!club) throw notFound();
  return { slug, club, minGames: MIN_GAMES };
}

export default function Club() {
  const { slug, club, minGames } = useLoaderData<typeof loader>();
  return (
    <SitePage
      title={club.name}
      lead={`${club.place}. After each game, coach and manager rate the behavior of parents and spectators on the sideline.`}
    >
      <Card title="The sideline so far">
        <p>
          <strong>{count(club.perfectGames)}</strong> of {pluralize(club.ratedGames, "rated game")} had a
          perfect sideline.
        </p>
        <Facts
          facts={[
            ["Average out of 20", club.average ?? "Too few games"],
            ["Teams on the boards", count(club.teams)],
          ]}
        />
      </Card>
      {club.average ? null : (
        <p className="muted">An average is shown from {count(minGames)} rated games on.</p>
      )}
      <p>
        <img
          src={href("/clubs/:slug/badge.svg", { slug })}
          {...BADGE}
          alt={`Badge of ${club.name}`}
          loading="lazy"
        />
      </p>
      <Buttons>
        <ButtonLink href={href("/leaders")}>See the leaders</ButtonLink>
        <ButtonLink href="/tour">How it works</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
