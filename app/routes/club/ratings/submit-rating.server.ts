import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { rateRefusalLabel } from "#app/domain/club/ratings/labels.ts";
import { ratingForm } from "#app/domain/club/ratings/rating-form.server.ts";
import { raterOf } from "#app/domain/club/ratings/rating-permission.ts";
import { type RatingPlace, ratingProblems } from "#app/domain/club/ratings/rating-problems.ts";
import { type RateResult, rateGame } from "#app/domain/club/ratings/ratings.server.ts";
import type { Side } from "#app/domain/club/ratings/ratings.ts";
import { ratingSides } from "#app/domain/club/staff/club-user.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { openGame } from "./open-game.server.ts";

/** Reads, checks and stores the rating that either rating page posts. */
export async function submitRating(
  ctx: ClubContext,
  request: Request,
  gameId: string | null | undefined,
  place: RatingPlace,
): Promise<{ refused: Response } | { refused?: undefined; gameId: string; side: Side }> {
  const game = await openGame(ctx, gameId);
  const reading = await readForm(request, ratingForm);
  if (!reading.ok) return { refused: reading.answer };
  const { score, happened, supportive, reason, side: wanted, submission } = reading.value;
  const own = ratingSides(ctx.user, game.team_id);
  const side = wanted ?? (own.length === 1 ? own[0] : undefined);
  const rater = side && raterOf(ctx.user, game.team_id, side);
  if (wanted && !rater) throw forbidden(ctx.note, "other team");
  if (!rater)
    return { refused: reading.refuse({ side: "Choose whether you rate as coach or as team manager" }) };
  const tags = [...happened, ...supportive];
  const problems = ratingProblems({ score, tags, reason }, place);
  if (score === undefined || Object.keys(problems).length > 0) return { refused: reading.refuse(problems) };
  const rating = { gameId: game.id, score, tags, reason, submission };
  const result = await changeClub(ctx, (tx) => rateGame(tx, rating, rater));
  if (!result.ok) return { refused: reading.refuse({ "": refusalOf(result) }, refusalStatus(result)) };
  return { gameId: game.id, side: rater.side };
}

/** The message of a refused rating. @throws 404 if the game is gone */
export function refusalOf(result: Extract<RateResult, { ok: false }>): string {
  if (result.problem === "not-found") throw notFound();
  return rateRefusalLabel(result);
}

/** 429 where waiting helps, else 422. */
export const refusalStatus = ({ problem }: Extract<RateResult, { ok: false }>) =>
  problem === "too-often" ? 429 : 422;
