import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessOf } from "#app/auth/club-access.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply, orShowTyped } from "#app/auth/kept-forms.server.ts";
import { href } from "#app/config/addresses.ts";
import { ratingForm } from "#app/domain/club/ratings/forms.server.ts";
import { type PolicyLabels, sideName, typedRating } from "#app/domain/club/ratings/labels.ts";
import { type GameView, howDecided } from "#app/domain/club/ratings/rating-view.ts";
import { count } from "#app/domain/values/pluralize.ts";
import type { OwnForm } from "#app/routes/club/ratings/open-game.server.ts";
import { submitRating } from "#app/routes/club/ratings/submit-rating.server.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { FieldPage } from "#app/ui/shell/field-page.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";
import { GameForm, RatedBar } from "./game-form.tsx";
import { loadGame, loadGameList } from "./load-game.server.ts";

/** For a phone at the field: no shell, no script, inline styles. */
export const handle = { bare: "field" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.view === "game" ? data.game.title : data?.view === "saved" ? SAVED : LIST);

const LIST = "Rate the sideline";
const SAVED = "Rating saved";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give");
  // Nothing can be rated: the list explains why.
  if (accessOf(ctx.session) === "read-only") throw redirect("/rating");
  const asked = new URL(args.request.url).searchParams;
  const gameId = asked.get("game");
  if (gameId === null) return { ...(await loadGameList(ctx)), kept: null };
  const kept = await keptReply(ctx, args.request);
  return { ...(await loadGame(ctx, gameId, asked)), kept };
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

/** Lists the games that the user can rate now, one tap each. */
function GameList(props: {
  games: readonly { id: string; title: string; when: string }[];
  /** Number of all games: the list has the latest. */
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

/** Confirms a saved rating: the team's line, what happens next, who was notified of a 0, and where to go from here. */
function Saved(props: {
  game: GameView;
  form: OwnForm;
  strip: string;
  /** For a 0: who is notified. */
  notice: string | null;
  next: { id: string; title: string; when: string } | null;
  /** Games left to rate. */
  left: number;
}) {
  const { game, form, strip, notice, next, left } = props;
  const own = game.sides.find(({ side }) => side === form.side);
  return (
    <>
      <RatedBar rated />
      <Notice tone="good" title={`${game.title} is rated`}>
        {own?.state === "shown" ? (
          <p>
            Your {sideName[form.side].toLowerCase()} rating is saved: <ScoreBadge score={own.score} />
          </p>
        ) : null}
      </Notice>
      <div className="field-line">
        <p>{game.teamName}, latest games</p>
        <SidelineStrip marks={strip} large />
      </div>
      {notice ? <p>{notice}</p> : null}
      <h2>What happens next</h2>
      <p>{nextLabel(game)}</p>
      {form.may === "correct" ? (
        <p>
          {form.notice} <a href={href("/mobile-rating", { game: game.id, as: form.side })}>Correct it</a>
        </p>
      ) : null}
      {next ? null : <p>No more games to rate.</p>}
      <p className="field-ways">
        {left > 1 ? <a href="/mobile-rating">All {left} games to rate</a> : null}{" "}
        {next ? <a href="/rating">All ratings</a> : null}{" "}
        <a href={href("/dashboard", { rated: game.id })}>Home</a>
      </p>
      <div className="field-actions">
        {next ? (
          <ButtonLink href={href("/mobile-rating", { game: next.id })} look="primary">
            <span>
              Rate next: {next.title} <span className="field-when">{next.when}</span>
            </span>
          </ButtonLink>
        ) : (
          <ButtonLink href="/rating" look="primary">
            See all ratings
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function nextLabel(game: GameView): string {
  if (game.final.state === "shown") {
    const how = howDecided(game.final.agreement, game.sides).toLowerCase();
    return `The game's final score is ${game.final.score} (${how}). It counts for ${game.teamName} now.`;
  }
  const missing = game.sides.filter(({ state }) => state === "missing").map(({ side }) => side);
  const others = missing.map((side) => sideName[side].toLowerCase()).join(" and the ");
  if (game.final.state === "sealed") {
    return `The result is sealed until the ${others} has rated too, at the latest until ${game.opens}. Then it counts for ${game.teamName}.`;
  }
  return `The game stays pending until the ${others} has rated too.`;
}
