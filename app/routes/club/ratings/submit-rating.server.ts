import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { ratingForm } from "#app/domain/club/ratings/rating-form.server.ts";
import { refusalLabel } from "#app/domain/club/ratings/rating-permission.ts";
import { type RatingPlace, ratingProblems } from "#app/domain/club/ratings/rating-tags.ts";
import type { StoreResult } from "#app/domain/club/ratings/ratings.server.ts";
import { type Score, type Side, scoreLabels } from "#app/domain/club/ratings/ratings.ts";
import { ratingSides } from "#app/domain/club/staff/club-user.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { rateGame, raterOf } from "#app/journeys/ratings/rate-game.server.ts";
import { openGame } from "./open-game.server.ts";

/** What both rating pages do with a posted rating: the answer that refuses it, or what was stored. */
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
  const given = { gameId: game.id, score, tags, reason, submission };
  const result = await rateGame(ctx, rater, given);
  const refusal = refusalOf(result);
  return refusal ? { refused: reading.refuse({ "": refusal }) } : { gameId: game.id, side: rater.side };
}

/** Why a result is no success, in people's words, or null. */
export function refusalOf(result: StoreResult): string | null {
  switch (result.outcome) {
    case "stored":
    case "same":
      return null;
    case "sent-before":
      return sentBefore(result.score);
    case "refused":
      return result.refusal === "no-rating"
        ? "There is no rating to correct yet"
        : refusalLabel(result.refusal, result.by);
    case "not-found":
      throw notFound();
  }
}

/** Somebody went back in the browser, changed the form and sent it again. */
function sentBefore(score: Score): string {
  return `This form was sent before, as ${score} ${scoreLabels[score].name}, and that is stored. To change it to what you see now, submit again.`;
}
