import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { ratingForm } from "#app/domain/club/ratings/forms.server.ts";
import { incidentNotice, rateRefusalLabel, ratingFieldLabels } from "#app/domain/club/ratings/labels.ts";
import { raterOf } from "#app/domain/club/ratings/rating-permission.ts";
import { type RatingPlace, ratingProblems } from "#app/domain/club/ratings/rating-problems.ts";
import {
  type NewRating,
  type RatedGame,
  type RateResult,
  rateGame,
} from "#app/domain/club/ratings/ratings.server.ts";
import type { Score, Side } from "#app/domain/club/ratings/ratings.ts";
import { ratingSides } from "#app/domain/club/staff/club-user.ts";
import { type Reading, readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClubAtPeak } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { openGame } from "./open-game.server.ts";

/** Reads, checks and stores the rating that either rating page posts. */
export async function submitRating(
  ctx: ClubContext,
  request: Request,
  gameId: string | null | undefined,
  place: RatingPlace,
): Promise<
  { refused: Response } | { refused?: undefined; gameId: string; side: Side; notice: string | null }
> {
  const game = await openGame(ctx, gameId);
  const reading = await readForm(request, ratingForm);
  if (!reading.ok) return { refused: reading.answer };
  const { score, happened, supportive, reason, side: wanted, submission, version } = reading.value;
  const own = ratingSides(ctx.user, game.team_id);
  const side = wanted ?? (own.length === 1 ? own[0] : undefined);
  const rater = side && raterOf(ctx.user, game.team_id, side);
  if (wanted && !rater) throw forbidden(ctx.note, "other team");
  if (!rater)
    return { refused: reading.refuse({ side: "Choose whether you rate as coach or as team manager" }) };
  const tags = [...happened, ...supportive];
  const problems = ratingProblems({ score, tags, reason }, place);
  if (score === undefined || Object.keys(problems).length > 0) return { refused: reading.refuse(problems) };
  const rating = { gameId: game.id, score, tags, reason, submission, version };
  const result = await changeClubAtPeak(ctx, (tx) => rateGame(tx, rating, rater));
  if (!result.ok) return { refused: refuseRating(reading, rating, result, place) };
  return { gameId: game.id, side: rater.side, notice: noticeOf(score, game) };
}

/** Says who is notified of a rating; null for any but a Major Incident. */
export const noticeOf = (
  score: Score,
  { incident_alerts }: Pick<RatedGame, "incident_alerts">,
): string | null => (score === 0 ? incidentNotice(incident_alerts === 1) : null);

/**
 * Answers a rating that was not stored.
 * @throws 404 if the game is gone
 */
export function refuseRating(
  reading: Pick<Extract<Reading<unknown>, { ok: true }>, "refuse" | "refuseStale">,
  typed: NewRating,
  result: Extract<RateResult, { ok: false }>,
  place: RatingPlace,
): Response {
  if (result.problem === "not-found") throw notFound();
  if (result.problem !== "stale") {
    // Waiting helps only against too many versions.
    return reading.refuse({ "": rateRefusalLabel(result) }, result.problem === "too-often" ? 429 : 422);
  }
  const { score, tags, reason, id } = result.stored;
  const differences = differencesOf<Pick<NewRating, "score" | "reason"> & { tags: readonly string[] }>(
    { score: typed.score, tags: typed.tags, reason: typed.reason },
    { score, tags, reason },
    ratingFieldLabels(place),
  );
  return reading.refuseStale({ version: id, differences });
}
