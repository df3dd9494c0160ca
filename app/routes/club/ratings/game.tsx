import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { policyLabels, rateLabel, sideName } from "#app/domain/club/ratings/labels.ts";
import { viewGame, viewHistory } from "#app/domain/club/ratings/rating-view.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { ClubPage, useShell } from "#app/ui/club-shell.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PolicyPanel } from "#app/ui/policy-panel.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { title } from "#app/ui/title.ts";
import { asSide, lookOf, type OwnForm, openRatings, ownForm } from "./open-game.server.ts";
import { RatingFields } from "./rating-fields.tsx";
import { FinalBadges, History, PhaseBadge, RatingDetails } from "./side-rating.tsx";
import { submitRating } from "./submit-rating.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Rating ${data.game.title}` : "Rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.see");
  const { game, versions } = await openRatings(ctx, args.params.gameId);
  const look = lookOf(ctx);
  const wanted = asSide(new URL(args.request.url).searchParams.get("as"));
  return json({
    game: viewGame(game, versions, look),
    history: viewHistory(game, versions, look),
    form: ownForm(ctx, game, versions, wanted),
    policy: policyLabels(game.final_policy ?? game.policy),
    incident: look.viewer.admin ? game.incident_status : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give");
  const result = await submitRating(ctx, args.request, args.params.gameId, "dialog");
  if (result.refused) return result.refused;
  return redirectWith(
    href("/rating/:gameId", { gameId: result.gameId, as: result.side }),
    "Your rating is saved.",
  );
}

export default function GameRating() {
  const { game, history, form, policy, incident } = useLoaderData<typeof loader>();
  const corrects = useShell().role === "club_admin";
  return (
    <ClubPage
      title={game.title}
      lead={`${game.when}, ${game.location}`}
      crumbs={[{ label: "Sideline Behavior Rating", href: "/rating" }, { label: game.title }]}
    >
      <p className="row">
        <PhaseBadge game={game} /> <FinalBadges final={game.final} sides={game.sides} />
      </p>
      {incident ? (
        <Notice tone="bad" title={incident === "open" ? "Open incident note" : "Closed incident note"}>
          <p>
            This game got a Major Incident.{" "}
            <a href={href("/rating/:gameId/incident", { gameId: game.id })}>Open the private note</a>
          </p>
        </Notice>
      ) : null}
      {form?.may === "give" || form?.may === "replace" ? <GiveRating game={game} form={form} /> : null}
      <h2>Ratings</h2>
      <div className="cards">
        {game.sides.map((rating) => (
          <Card
            key={rating.side}
            level={3}
            title={`${sideName[rating.side]} rating`}
            actions={
              corrects && rating.state === "shown" ? (
                <ButtonLink
                  href={href("/rating/:gameId/correction/:side", { gameId: game.id, side: rating.side })}
                >
                  <span>
                    Correct<span className="visually-hidden"> the {sideName[rating.side]}</span> rating
                  </span>
                </ButtonLink>
              ) : null
            }
          >
            {rating.state === "missing" ? <p className="muted">Not rated yet.</p> : null}
            {rating.state === "sealed" ? (
              <p className="muted">
                {rating.by} has rated. You will see it once you have rated too, or from {game.opens} on.
              </p>
            ) : null}
            {rating.state === "shown" ? (
              <>
                <p>
                  <ScoreBadge score={rating.score} />
                </p>
                <RatingDetails rating={rating} />
              </>
            ) : null}
          </Card>
        ))}
      </div>
      {form?.may === "nothing" ? (
        <Notice>
          <p>{form.words}</p>
          <OtherSide form={form} />
        </Notice>
      ) : null}
      {form?.may === "correct" ? <CorrectOwn game={game} form={form} /> : null}
      {history.length > 0 ? (
        <details className="more">
          <summary>History ({pluralize(history.length, "version")})</summary>
          <History entries={history} />
        </details>
      ) : null}
      <PolicyPanel words={policy} />
    </ClubPage>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function GiveRating({ game, form }: { game: Data["game"]; form: OwnForm }) {
  const reply = useActionData<FormReply>();
  return (
    <section aria-labelledby="rate">
      <h2 id="rate">Your rating</h2>
      {form.words ? <p>{form.words}</p> : null}
      <RatingForm form={form} reply={reply} button={rateLabel(game.phase)} />
    </section>
  );
}

/** Open from the start only where a correction was refused; else the rating itself comes first. */
function CorrectOwn({ game, form }: { game: Data["game"]; form: OwnForm }) {
  const reply = useActionData<FormReply>();
  return (
    <details className="more" open={reply !== undefined} key={game.id}>
      <summary>Correct your rating</summary>
      <p>{form.words}</p>
      <RatingForm form={form} reply={reply} button="Save Correction" />
    </details>
  );
}

function RatingForm({ form, reply, button }: { form: OwnForm; reply?: FormReply; button: string }) {
  return (
    <>
      <p>
        You rate as <strong>{form.as}</strong>.
      </p>
      <OtherSide form={form} />
      <PostForm reply={reply} action={`?as=${form.side}`} className="form rating-form">
        <Hidden name="submission" value={form.submission} />
        <Hidden name="side" value={form.side} />
        <RatingFields filled={form.filled} place="dialog" reply={reply} />
        <p className="muted">{form.decides}</p>
        <Buttons>
          <SubmitButton>{button}</SubmitButton>
          <ButtonLink href="/rating" look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </>
  );
}

function OtherSide({ form }: { form: OwnForm }) {
  if (!form.other) return null;
  return (
    <p>
      You both coach and manage this team. <a href={`?as=${form.other.side}`}>Rate as {form.other.name}</a>
    </p>
  );
}
