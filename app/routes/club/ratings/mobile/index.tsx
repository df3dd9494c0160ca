import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessOf } from "#app/auth/club-access.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { href } from "#app/config/addresses.ts";
import { ratingForm } from "#app/domain/club/ratings/forms.server.ts";
import { type PolicyLabels, typedRating } from "#app/domain/club/ratings/labels.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { submitRating } from "#app/routes/club/ratings/submit-rating.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { FieldPage } from "#app/ui/shell/field-page.tsx";
import { title } from "#app/ui/title.ts";
import { GameForm } from "./game-form.tsx";
import { loadGame, loadGameList } from "./load-game.server.ts";
import { Saved } from "./saved.tsx";

/** For a phone at the field: no shell, no script, the stylesheet inside. */
export const handle = { bare: "field" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.view === "game" ? data.game.title : data?.view === "saved" ? SAVED : LIST);

const LIST = "Rate the sideline";
const SAVED = "Rating saved";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give");
  // Nothing can be rated: the list says why.
  if (accessOf(ctx.session) === "read-only") throw redirect("/rating");
  const asked = new URL(args.request.url).searchParams;
  const gameId = asked.get("game");
  if (gameId === null) return json({ ...(await loadGameList(ctx)), kept: null });
  const kept = await keptReply(ctx, args.request);
  return json({ ...(await loadGame(ctx, gameId, asked)), kept });
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, ratingForm, typedRating, () => saveRating(args));
}

async function saveRating(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give", { keeps: ratingForm });
  const gameId = new URL(args.request.url).searchParams.get("game");
  const result = await submitRating(ctx, args.request, gameId, "mobile");
  if (result.refused) return result.refused;
  await forgetKept(ctx, args.request);
  return redirect(href("/mobile-rating", { game: result.gameId, as: result.side, saved: "yes" }), {
    status: 303,
  });
}

export default function MobileRating() {
  const data = useLoaderData<typeof loader>();
  if (data.view === "list") {
    return (
      <FieldPage clubName={data.clubName} title={LIST}>
        <GameList games={data.games} total={data.total} policy={data.policy} />
      </FieldPage>
    );
  }
  if (data.view === "saved") {
    return (
      <FieldPage clubName={data.clubName} title={SAVED}>
        <Saved {...data} />
      </FieldPage>
    );
  }
  return (
    <FieldPage clubName={data.clubName} title={data.game.title}>
      <GameForm game={data.game} form={data.form} policy={data.policy} />
    </FieldPage>
  );
}

/** The games that the user can rate now, one tap each. */
function GameList(props: {
  games: readonly { id: string; title: string; when: string }[];
  /** How many there are: the list has the latest. */
  total: number;
  policy: PolicyLabels;
}) {
  const { games, total, policy } = props;
  return (
    <>
      {games.length === 0 ? (
        <Empty title="Nothing to rate right now" action={<a href="/rating">See all games</a>}>
          <p>Your team's games appear here from kick-off until you rate them.</p>
        </Empty>
      ) : (
        <>
          <p className="lead">{`${count(total)} games are waiting for your rating.`}</p>
          <ul className="field-games">
            {games.map((game) => (
              <li key={game.id}>
                <a href={href("/mobile-rating", { game: game.id })}>
                  <strong>{game.title}</strong> <span className="muted">{game.when}</span>
                </a>
              </li>
            ))}
          </ul>
          {total > games.length ? (
            <p>
              These are the latest {games.length}. <a href="/rating?show=to-rate">All {count(total)}</a>
            </p>
          ) : null}
        </>
      )}
      <PolicyLine labels={policy} />
    </>
  );
}
