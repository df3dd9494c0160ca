import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { isMember, requireClubUser, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply, orShowTyped } from "#app/auth/kept-forms.server.ts";
import { href } from "#app/config/addresses.ts";
import { takenOutLabel } from "#app/domain/club/games/labels.ts";
import { takenOutOf } from "#app/domain/club/games/take-out.server.ts";
import type { IncidentStatus } from "#app/domain/club/incidents/incidents.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { resultHistory } from "#app/domain/club/rating-policy/rating-policy.server.ts";
import { ratingForm } from "#app/domain/club/ratings/forms.server.ts";
import { policyLabels, rateLabel, sideName, typedRating } from "#app/domain/club/ratings/labels.ts";
import { type GameView, viewGame, viewHistory } from "#app/domain/club/ratings/rating-view.ts";
import type { RatedGame } from "#app/domain/club/ratings/ratings.server.ts";
import type { Side } from "#app/domain/club/ratings/ratings.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { Hidden, PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { asSide, type OwnForm, openRatings, ownForm, viewContext } from "./open-game.server.ts";
import { RatingFields } from "./rating-fields.tsx";
import { FinalBadges, History, PhaseBadge, RatingDetails } from "./side-rating.tsx";
import { submitRating } from "./submit-rating.server.ts";
import { TypedRating } from "./typed-rating.tsx";

export const handle = { extra: "rating", madeOf: ["kept-form"] };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Rating ${data.game.title}` : "Rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "ratings.see");
  const { game, versions } = await openRatings(ctx, args.params.gameId);
  const view = viewContext(ctx);
  const out = game.status === "cancelled" ? await takenOutOf(ctx.db, game.id) : undefined;
  const wanted = asSide(new URL(args.request.url).searchParams.get("as"));
  const form = ownForm(ctx, game, versions, wanted);
  // A form's number belongs to one page view: a second form with the same would count as the first, sent again.
  if (form && form.may !== "nothing") args.context.kept = false;
  return {
    game: viewGame({ ...game, takenOut: out !== undefined }, versions, view),
    history: viewHistory(game, versions, view),
    form,
    kept: isMember(ctx) ? await keptReply(ctx, args.request) : null,
    policy: policyLabels(game.final_policy ?? game.policy),
    incident: view.viewer.admin ? incidentOf(game) : null,
    earlier: view.viewer.admin ? await resultHistory(ctx.db, game, ctx.club.timezone) : null,
    notes: game.notes,
    teamId: game.team_id,
    changes: managesTeam(ctx.user, game.team_id) ? { rated: versions.length > 0 } : null,
    out: out ? takenOutLabel(out, ctx.club.timezone, dateAt(view.at, ctx.club.timezone)) : null,
  };
}

function incidentOf({ incident_id: incidentId, incident_status: status }: RatedGame) {
  return incidentId && status ? { incidentId, status } : null;
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, ratingForm, typedRating, () => saveRating(args));
}

async function saveRating(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.give", { keeps: ratingForm });
  const result = await submitRating(ctx, args.request, args.params.gameId, "page");
  if (result.refused) return result.refused;
  await forgetKept(ctx, args.request);
  return redirectWith(
    href("/rating/:gameId", { gameId: result.gameId, as: result.side }),
    result.notice ? `Your rating is saved. ${result.notice}` : "Your rating is saved.",
  );
}

export default function GameRating() {
  const { game, history, form, policy, incident, earlier, notes, changes, teamId, out } =
    useLoaderData<typeof loader>();
  const { readOnly } = useShell();
  const gives = !readOnly && (form?.may === "give" || form?.may === "replace");
  return (
    <ClubPage
      title={game.title}
      lead={
        <>
          {game.when}, {game.location} · <a href={href("/teams/:teamId", { teamId })}>{game.teamName}</a>
        </>
      }
      crumbs={[{ label: "Rating", href: "/rating" }, { label: game.title }]}
      actions={
        changes && !readOnly ? <GameChanges game={game} rated={changes.rated} out={out !== null} /> : null
      }
    >
      {out ? (
        <Notice title="It is in no figure">
          <p>{out} Its ratings are kept.</p>
        </Notice>
      ) : null}
      {notes ? <p className="game-notes">{notes}</p> : null}
      <p className="row">
        <PhaseBadge game={game} /> <FinalBadges final={game.final} sides={game.sides} />
      </p>
      {earlier ? <p className="muted small">{earlier}</p> : null}
      {incident ? <IncidentLink {...incident} /> : null}
      {form && gives ? (
        <div className="beside">
          <GiveRating game={game} form={form} />
          <section>
            <h2>Ratings</h2>
            <SideCards game={game} />
          </section>
        </div>
      ) : (
        <>
          <h2>Ratings</h2>
          <SideCards game={game} />
        </>
      )}
      {!form || form.may === "nothing" ? <TypedRating /> : null}
      {form?.may === "nothing" ? (
        <Notice>
          <p>{out ? "A game that was taken out is not rated." : form.notice}</p>
          <OtherSide form={form} />
        </Notice>
      ) : null}
      {form?.may === "correct" && !readOnly ? <CorrectOwn game={game} form={form} /> : null}
      {history.length > 0 ? (
        <details className="more">
          <summary>History ({pluralize(history.length, "version")})</summary>
          <History entries={history} />
        </details>
      ) : null}
      <PolicyLine labels={policy} />
    </ClubPage>
  );
}

/** Links to change a game, for users who manage its team. A rated one was played, so it is not cancelled. */
function GameChanges(props: { game: Pick<GameView, "id" | "phase">; rated: boolean; out: boolean }) {
  const { game, rated, out } = props;
  const takesOut = useShell().role === "club_admin";
  return (
    <>
      {out ? null : (
        <ButtonLink href={href("/schedule/:gameId/edit", { gameId: game.id })}>Edit game</ButtonLink>
      )}{" "}
      {rated ? (
        takesOut ? (
          <ButtonLink href={href("/schedule/:gameId/out", { gameId: game.id })} look="quiet">
            {out ? "Put back into the figures" : "Take out of the figures"}
          </ButtonLink>
        ) : null
      ) : (
        <ButtonLink href={href("/schedule/:gameId/cancel", { gameId: game.id })} look="quiet">
          {game.phase === "cancelled" ? "Put back on" : "Cancel game"}
        </ButtonLink>
      )}
    </>
  );
}

/** Links a game to its private case, for administrators. */
function IncidentLink({ incidentId, status }: { incidentId: string; status: IncidentStatus }) {
  return (
    <Notice tone="bad" title={`Incident: ${incidentStatusName[status].toLowerCase()}`}>
      <p>
        A 0 that was given opened a case.{" "}
        <a href={href("/incidents/:incidentId", { incidentId })}>Open the private case</a>
      </p>
    </Notice>
  );
}

function GiveRating({ game, form }: { game: GameView; form: OwnForm }) {
  return (
    <section aria-labelledby="rate">
      <h2 id="rate">Your rating</h2>
      {form.notice ? <p>{form.notice}</p> : null}
      <RatingForm form={form} button={rateLabel(game.phase)} />
    </section>
  );
}

/** Corrects the user's own rating; open only after a refusal, otherwise the rating itself comes first. */
function CorrectOwn({ game, form }: { game: GameView; form: OwnForm }) {
  const reply = useReply();
  return (
    <details className="more" open={reply !== undefined} key={game.id}>
      <summary>Correct your rating</summary>
      <p>{form.notice}</p>
      <RatingForm form={form} button="Save Correction" />
    </details>
  );
}

function RatingForm({ form, button }: { form: OwnForm; button: string }) {
  return (
    <>
      <p>
        You rate as <strong>{form.as}</strong>.
      </p>
      <OtherSide form={form} />
      <PostForm action={`?as=${form.side}`} className="form rating-form">
        <Hidden name="submission" value={form.submission} />
        <Version value={form.filled?.version ?? ""} />
        <Hidden name="side" value={form.side} />
        <RatingFields filled={form.filled} place="page" />
        <p className="muted">{form.decides}</p>
        <FormButtons submit={button} back="/rating" />
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

const otherSide = (side: Side): Side => (side === "coach" ? "manager" : "coach");

/** Shows the coach's and the manager's current ratings that the viewer may see. */
function SideCards({ game }: { game: GameView }) {
  const corrects = useShell().role === "club_admin";
  return (
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
              {rating.by} has rated. It opens once the {sideName[otherSide(rating.side)].toLowerCase()} has
              rated too, or on {game.opens}.
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
  );
}
