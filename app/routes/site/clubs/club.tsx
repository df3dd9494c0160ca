import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { MIN_GAMES, publicClub } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? siteMeta(matches, {
        path: href("/clubs/:slug", { slug: data.slug }),
        title: data.club.name,
        description: `How the sideline of ${data.club.name} behaves, as its coaches and managers rate it.`,
      })
    : [{ title: "Not found" }];

/** A club's public page, where the club allows it (product.md#public-boards). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const slug = args.params.slug ?? "";
  const club = slug.length <= 100 ? await publicClub(control, slug) : null;
  if (!club) throw notFound();
  return json({ slug, club, minGames: MIN_GAMES });
}

export default function Club() {
  const { slug, club, minGames } = useLoaderData<typeof loader>();
  return (
    <SitePage
      title={club.name}
      lead={`${club.place}. After each game, coach and manager rate the behavior of parents and spectators on the sideline.`}
    >
      <Stats>
        <Stat label="Teams on the boards" value={club.teams} />
        <Stat label="Rated games" value={club.ratedGames} />
        <Stat label="Perfect games" value={club.perfectGames} />
        <Stat label="Average out of 20" value={club.average ?? "Too few games"} />
      </Stats>
      {club.average ? null : (
        <p className="muted">An average is shown from {count(minGames)} rated games on.</p>
      )}
      <p>
        <img
          src={href("/clubs/:slug/badge.svg", { slug })}
          width={220}
          height={56}
          alt={`Badge of ${club.name}`}
        />
      </p>
      <Buttons>
        <ButtonLink href={href("/leaders")}>See the leaders</ButtonLink>
        <ButtonLink href="/tour">How it works</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
