import { rateLabel } from "#app/domain/club/ratings/labels.ts";
import type { GameView } from "#app/domain/club/ratings/rating-view.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Hidden, PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import type { OwnForm } from "./open-game.server.ts";
import { RatingFields } from "./rating-fields.tsx";

export function GiveRating({ game, form }: { game: GameView; form: OwnForm }) {
  return (
    <section aria-labelledby="rate">
      <h2 id="rate">Your rating</h2>
      {form.notice ? <p>{form.notice}</p> : null}
      <RatingForm form={form} button={rateLabel(game.phase)} />
    </section>
  );
}

/** Open only after a refused correction: otherwise the rating itself comes first. */
export function CorrectOwn({ game, form }: { game: GameView; form: OwnForm }) {
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

export function OtherSide({ form }: { form: OwnForm }) {
  if (!form.other) return null;
  return (
    <p>
      You both coach and manage this team. <a href={`?as=${form.other.side}`}>Rate as {form.other.name}</a>
    </p>
  );
}
