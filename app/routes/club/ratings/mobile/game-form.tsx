import { href } from "#app/config/addresses.ts";
import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";
import type { GameView } from "#app/domain/club/ratings/rating-view.ts";
import type { OwnForm } from "#app/routes/club/ratings/open-game.server.ts";
import { RatingFields } from "#app/routes/club/ratings/rating-fields.tsx";
import { TypedRating } from "#app/routes/club/ratings/typed-rating.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";

/** Shows the rating form of one game, made for one thumb. */
export function GameForm(props: { game: GameView; form: OwnForm | null; policy: PolicyLabels }) {
  const { game, form, policy } = props;
  return (
    <>
      <GameFacts game={game} />
      {!form || form.may === "nothing" ? <TypedRating /> : null}
      {form?.may === "nothing" ? (
        <Notice>
          <p>{form.notice}</p>
        </Notice>
      ) : null}
      {form?.other ? (
        <p>
          You rate as {form.as}.{" "}
          <a href={href("/mobile-rating", { game: game.id, as: form.other.side })}>
            Rate as {form.other.name}
          </a>
        </p>
      ) : null}
      {form && form.may !== "nothing" ? (
        <>
          {form.notice ? (
            <Notice>
              <p>{form.notice}</p>
            </Notice>
          ) : null}
          <PostForm
            action={href("/mobile-rating", { game: game.id, as: form.side })}
            className="form rating-form"
          >
            <Hidden name="submission" value={form.submission} />
            <Version value={form.filled?.version ?? ""} />
            <Hidden name="side" value={form.side} />
            <RatingFields filled={form.filled} place="mobile" />
            <p className="muted">{form.decides}</p>
            <div className="field-actions">
              <SubmitButton>{form.filled ? "Save Correction" : "Submit Rating"}</SubmitButton>
            </div>
          </PostForm>
        </>
      ) : null}
      <p>
        <a href="/mobile-rating">Games to rate</a>
      </p>
      <PolicyLine labels={form && form.may !== "nothing" ? undefined : policy} />
    </>
  );
}

function GameFacts({ game }: { game: GameView }) {
  const [home, away] = game.home ? [game.teamName, game.opponent] : [game.opponent, game.teamName];
  return (
    <>
      <p className="row">
        {game.phase === "in-progress" ? <Badge strong>Live</Badge> : <Badge>{game.phaseName}</Badge>}{" "}
        <RatedBar rated={game.sides.some(isOwn)} />
      </p>
      <dl className="field-facts">
        <dt>Home</dt>
        <dd>{home}</dd>
        <dt>Away</dt>
        <dd>{away}</dd>
        <dt>When</dt>
        <dd>{game.when}</dd>
        <dt>Where</dt>
        <dd>{game.location}</dd>
      </dl>
    </>
  );
}

/** Shows the user's progress with this game: 0/1 or 1/1. */
export function RatedBar({ rated }: { rated: boolean }) {
  const done = rated ? 1 : 0;
  return (
    <label className="rated-bar">
      <progress value={done} max={1} /> {done}/1 rated
    </label>
  );
}

const isOwn = (side: GameView["sides"][number]) => side.state === "shown" && side.own;
