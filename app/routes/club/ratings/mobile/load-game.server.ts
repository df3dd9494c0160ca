import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { gamesToRate } from "#app/domain/club/ratings/games-to-rate.server.ts";
import { policyLabels } from "#app/domain/club/ratings/labels.ts";
import { viewGame } from "#app/domain/club/ratings/rating-view.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { viewerOf } from "#app/domain/club/staff/club-user.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { asSide, openRatings, ownForm, viewContext } from "#app/routes/club/ratings/open-game.server.ts";
import { noticeOf } from "#app/routes/club/ratings/submit-rating.server.ts";
import { now } from "#app/runtime/clock.server.ts";

const LISTED = 20;

/** Loads the games that the user can rate now; a single one is opened at once. */
export async function loadGameList(ctx: ClubContext) {
  const { games, total } = await gamesOnList(ctx);
  if (games.length === 1) throw redirect(href("/mobile-rating", { game: games[0]?.id }));
  const policy = policyLabels(await ratingPolicyOf(ctx.db));
  return { view: "list" as const, clubName: ctx.club.name, games, total, policy };
}

/** Loads a game with the user's form, or the outcome of the rating that they just saved. */
export async function loadGame(ctx: ClubContext, gameId: string, asked: URLSearchParams) {
  const { game, versions } = await openRatings(ctx, gameId);
  const form = ownForm(ctx, game, versions, asSide(asked.get("as")));
  const shown = viewGame(game, versions, viewContext(ctx));
  const clubName = ctx.club.name;
  if (asked.has("saved") && form?.filled) {
    const [{ games, total }, stats] = await Promise.all([
      gamesOnList(ctx),
      teamStats(ctx.db, [game.team_id], viewerOf(ctx.user), now()),
    ]);
    const others = games.filter(({ id }) => id !== game.id);
    return {
      view: "saved" as const,
      clubName,
      game: shown,
      form,
      strip: stats.get(game.team_id)?.strip ?? "",
      notice: noticeOf(form.filled.score, game),
      next: others[0] ?? null,
      // The game stays on the list if the user rates it for the other side too.
      left: total - (games.length - others.length),
    };
  }
  return { view: "game" as const, clubName, game: shown, form, policy: policyLabels(game.policy) };
}

async function gamesOnList({ db, user, club }: ClubContext) {
  const at = now();
  const { games, total } = await gamesToRate(db, user.assignments, at, LISTED);
  const listed = games.map((game) => ({
    id: game.id,
    title: gameTitle({ ...game, team_name: game.teamName }),
    when: formatGameTime(game, club.timezone, at),
  }));
  return { games: listed, total };
}
