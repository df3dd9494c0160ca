import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { sideName } from "#app/domain/club/ratings/labels.ts";
import { correctionForm } from "#app/domain/club/ratings/rating-form.server.ts";
import { ratingProblems } from "#app/domain/club/ratings/rating-tags.ts";
import { viewGame, viewRating } from "#app/domain/club/ratings/rating-view.ts";
import { correctRating } from "#app/domain/club/ratings/ratings.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { ClubPage } from "#app/ui/club-shell.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { title } from "#app/ui/title.ts";
import { asSide, filledWith, lookOf, openRatings } from "./open-game.server.ts";
import { RatingFields } from "./rating-fields.tsx";
import { RatingDetails } from "./side-rating.tsx";
import { refusalOf } from "./submit-rating.server.ts";

export const meta = () => title("Correct a rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.correct");
  const { game, versions, side, current } = await openRating(ctx, args.params);
  const look = lookOf(ctx);
  return json({
    game: viewGame(game, versions, look),
    side,
    current: viewRating(current, look),
    filled: filledWith(current),
    submission: newId(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.correct");
  const { game, side } = await openRating(ctx, args.params);
  const reading = await readForm(args.request, correctionForm);
  if (!reading.ok) return reading.answer;
  const { score, happened, supportive, reason, correctionReason, submission } = reading.value;
  const tags = [...happened, ...supportive];
  const problems = ratingProblems({ score, tags, reason }, "dialog");
  if (score === undefined || Object.keys(problems).length > 0) return reading.refuse(problems);
  const rating = { gameId: game.id, side, score, tags, reason, correctionReason, submission };
  const result = await changeClub(ctx, (tx) => correctRating(tx, rating, ctx.user));
  if (!result.ok) return reading.refuse({ "": refusalOf(result) });
  return redirectWith(
    href("/rating/:gameId", { gameId: game.id }),
    `The ${sideName[side].toLowerCase()} rating is corrected.`,
  );
}

/** The game with the side's current rating: there must be one to correct. */
async function openRating(ctx: ClubContext, params: { gameId?: string; side?: string }) {
  const side = asSide(params.side ?? null);
  const { game, versions } = await openRatings(ctx, params.gameId);
  const current = versions.find((each) => each.side === side && each.superseded_at === null);
  if (!side || !current) throw notFound();
  return { game, versions, side, current };
}

export default function Correction() {
  const { game, side, current, filled, submission } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const name = sideName[side];
  return (
    <ClubPage
      title={`Correct the ${name.toLowerCase()} rating`}
      lead={`${game.title}, ${game.when}. The earlier version stays in the history, with who corrected it and why.`}
      crumbs={[
        { label: "Sideline Behavior Rating", href: "/rating" },
        { label: game.title, href: href("/rating/:gameId", { gameId: game.id }) },
        { label: "Correction" },
      ]}
    >
      <Card title="Current rating">
        <p>
          <ScoreBadge score={current.score} />
        </p>
        <RatingDetails rating={current} />
      </Card>
      <PostForm reply={reply} className="form rating-form">
        <Hidden name="submission" value={submission} />
        <RatingFields filled={filled} place="dialog" reply={reply} />
        <TextField
          name="correctionReason"
          label="Reason for this correction"
          hint="The coach and the manager of the team can read it."
          maxLength={500}
          required
        />
        <Buttons>
          <SubmitButton>Save Correction</SubmitButton>
          <ButtonLink href={href("/rating/:gameId", { gameId: game.id })} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
