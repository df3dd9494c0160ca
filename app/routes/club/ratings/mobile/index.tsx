import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { gamesToRate } from "#app/domain/club/ratings/games-to-rate.server.ts";
import { policyLabels } from "#app/domain/club/ratings/labels.ts";

import { viewGame } from "#app/domain/club/ratings/rating-view.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { asSide, lookOf, openRatings, ownForm } from "#app/routes/club/ratings/open-game.server.ts";
import { submitRating } from "#app/routes/club/ratings/submit-rating.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FieldPage } from "#app/ui/field-page.tsx";
import { GameForm } from "./game-form.tsx";
import { GameList } from "./game-list.tsx";
import { Saved } from "./saved.tsx";

/** Used on a phone at the field: the stylesheet inside, no script at all. */
export const handle = { bare: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${data?.view === "game" ? data.game.title : data?.view === "saved" ? SAVED : LIST} · ${brand.name}`,
  },
];

const LIST = "Rate the sideline";
const SAVED = "Rating saved";

const LISTED = 20;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give");
  const asked = new URL(args.request.url).searchParams;
  const gameId = asked.get("game");
  return gameId === null ? listOrTheOne(ctx) : theGame(ctx, gameId, asked);
}

async function listOrTheOne(ctx: ClubContext) {
  const games = await listed(ctx);
  if (games.length === 1) throw redirect(href("/mobile-rating", { game: games[0]?.id }));
  const policy = policyLabels(await ratingPolicyOf(ctx.db));
  return json({ view: "list" as const, clubName: ctx.club.name, games, policy });
}

async function theGame(ctx: ClubContext, gameId: string, asked: URLSearchParams) {
  const { game, versions } = await openRatings(ctx, gameId);
  const form = ownForm(ctx, game, versions, asSide(asked.get("as")));
  const shown = viewGame(game, versions, lookOf(ctx));
  const clubName = ctx.club.name;
  if (asked.has("saved") && form?.filled) {
    const others = (await listed(ctx)).filter(({ id }) => id !== game.id);
    return json({ view: "saved" as const, clubName, game: shown, form, next: others[0] ?? null });
  }
  return json({ view: "game" as const, clubName, game: shown, form });
}

async function listed({ db, user, club }: ClubContext) {
  const at = now();
  const games = await gamesToRate(db, user.assignments, at, LISTED);
  return games.map((game) => ({
    id: game.id,
    title: gameTitle({ ...game, team_name: game.teamName }),
    when: formatGameTime(game, club.timezone, at),
  }));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give");
  const gameId = new URL(args.request.url).searchParams.get("game");
  const result = await submitRating(ctx, args.request, gameId, "field");
  if (result.refused) return result.refused;
  return redirect(href("/mobile-rating", { game: result.gameId, as: result.side, saved: "yes" }), {
    status: 303,
  });
}

export default function MobileRating() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  if (data.view === "list") {
    return (
      <FieldPage clubName={data.clubName} title={LIST}>
        <GameList games={data.games} policy={data.policy} />
      </FieldPage>
    );
  }
  if (data.view === "saved") {
    return (
      <FieldPage clubName={data.clubName} title={SAVED}>
        <Saved game={data.game} form={data.form} next={data.next} />
      </FieldPage>
    );
  }
  return (
    <FieldPage clubName={data.clubName} title={data.game.title}>
      <GameForm game={data.game} form={data.form} reply={reply} />
    </FieldPage>
  );
}
