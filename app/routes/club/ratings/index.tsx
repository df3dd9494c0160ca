import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { loadRatingPage } from "#app/domain/club/ratings/rating-page.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { PolicyPanel } from "#app/ui/policy-panel.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { RatingFilters, ratingsAddress } from "./filters.tsx";
import { GameRow } from "./game-row.tsx";
import { summarySentence, userTitles } from "./labels.ts";
import { NoGames } from "./no-games.tsx";
import { viewContext } from "./open-game.server.ts";
import { OpenWork } from "./open-work.tsx";
import { ScaleLegend } from "./scale-legend.tsx";

export const meta = () => title("Sideline Behavior Rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.see");
  const search = new URL(args.request.url).searchParams;
  const page = await loadRatingPage(ctx.db, ctx.user, viewContext(ctx), search);
  return json({ ...page, titles: userTitles(ctx.user) });
}

export default function RatingList() {
  const { titles, teams, asked, pages, summary, games, policy } = useLoaderData<typeof loader>();
  const filtered = asked.teamId !== "" || asked.page > 1;
  return (
    <ClubPage
      title="Sideline Behavior Rating"
      lead={
        <>
          {summarySentence(summary)} You are here as <strong>{titles}</strong>.
        </>
      }
    >
      <OpenWork summary={summary} asked={asked} />
      <ScaleLegend />
      <RatingFilters asked={asked} teams={teams} />
      <p className="muted">{pluralize(summary.shown, "game")}</p>
      {games.length === 0 ? <NoGames show={asked.show} filtered={filtered} /> : null}
      <ul className="rating-list">
        {games.map((game) => (
          <li key={game.id} className="card">
            <GameRow game={game} />
          </li>
        ))}
      </ul>
      <Pagination page={asked.page} pages={pages} href={(page) => ratingsAddress({ ...asked, page })} />
      <PolicyPanel labels={policy} />
    </ClubPage>
  );
}
