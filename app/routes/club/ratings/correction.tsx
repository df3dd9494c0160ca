import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply, orShowTyped } from "#app/auth/kept-forms.server.ts";
import { href } from "#app/config/addresses.ts";
import { correctionFields } from "#app/domain/club/ratings/fields.ts";
import { correctionForm } from "#app/domain/club/ratings/forms.server.ts";
import { sideName, typedRating } from "#app/domain/club/ratings/labels.ts";
import { correctionProblems } from "#app/domain/club/ratings/rating-problems.ts";
import { viewGame, viewRating } from "#app/domain/club/ratings/rating-view.ts";
import { correctRating } from "#app/domain/club/ratings/ratings.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { type Filled, filledWith, openSideRating, viewContext } from "./open-game.server.ts";
import { RatingFields } from "./rating-fields.tsx";
import { RatingDetails } from "./side-rating.tsx";
import { refuseRating } from "./submit-rating.server.ts";

export const handle = { extra: "rating" };

export const meta = () => title("Correct a rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.correct");
  const { game, versions, side, current } = await openSideRating(ctx, args.params);
  const view = viewContext(ctx);
  return {
    game: viewGame(game, versions, view),
    side,
    current: viewRating(current, view),
    filled: filledWith(current),
    submission: newId(),
    kept: await keptReply(ctx, args.request),
  };
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, correctionForm, typedRating, () => saveCorrection(args));
}

async function saveCorrection(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.correct", { keeps: correctionForm });
  const { game, side } = await openSideRating(ctx, args.params);
  const reading = await readForm(args.request, correctionForm);
  if (!reading.ok) return reading.answer;
  const { score, happened, supportive, reason, correctionReason, submission, version } = reading.value;
  const tags = [...happened, ...supportive];
  const problems = correctionProblems({ score, tags, reason, correctionReason });
  if (score === undefined || Object.keys(problems).length > 0) return reading.refuse(problems);
  const rating = { gameId: game.id, side, score, tags, reason, correctionReason, submission, version };
  const result = await changeClub(ctx, (tx) => correctRating(tx, rating, ctx.user));
  if (!result.ok) return refuseRating(reading, rating, result, "page");
  await forgetKept(ctx, args.request);
  return redirectWith(
    href("/rating/:gameId", { gameId: game.id }),
    `The ${sideName[side].toLowerCase()} rating is corrected.`,
  );
}

export default function Correction() {
  const { game, side, current, filled, submission } = useLoaderData<typeof loader>();
  const name = sideName[side];
  return (
    <ClubPage
      title={`Correct the ${name.toLowerCase()} rating`}
      lead={`${game.title}, ${game.when}. The earlier version stays in the history, with who corrected it and why.`}
      crumbs={[
        { label: "Rating", href: "/rating" },
        { label: game.title, href: href("/rating/:gameId", { gameId: game.id }) },
        { label: "Correction" },
      ]}
    >
      <div className="beside">
        <CorrectionForm gameId={game.id} filled={filled} submission={submission} />
        <Card title="Current rating">
          <p>
            <ScoreBadge score={current.score} />
          </p>
          <RatingDetails rating={current} />
        </Card>
      </div>
    </ClubPage>
  );
}

const inputs = inputsOf(correctionFields);

/** Corrects a rating as an administrator, filled with the current one. */
function CorrectionForm(props: { gameId: string; filled: Filled; submission: string }) {
  return (
    <PostForm className="form rating-form">
      <Hidden name="submission" value={props.submission} />
      <Version value={props.filled.version} />
      <RatingFields filled={props.filled} place="page" />
      <TextField
        {...inputs.correctionReason}
        hint="The coach and the manager of the team can read it."
        required
      />
      <FormButtons submit="Save Correction" back={href("/rating/:gameId", { gameId: props.gameId })} />
    </PostForm>
  );
}
