import { href } from "#app/config/addresses.ts";
import { policyNames, type RatingPolicy } from "#app/domain/club/rating-policy/labels.ts";
import type { PreviewView } from "#app/domain/club/rating-policy/preview-view.ts";
import type { WantedPolicy } from "#app/domain/club/rating-policy/rating-policy.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

export type Preview = PreviewView & { wanted: WantedPolicy; inForce: RatingPolicy; version: string };

/** Describes the change in sentences, with its button; no button if it would change nothing. */
export function ConfirmPolicy({ preview }: { preview: Preview }) {
  const { wanted, inForce, moved, restated, version } = preview;
  const nothing = wanted.policy === inForce && moved + restated === 0;
  return (
    <>
      <p>{gamesSentence(preview)}</p>
      {preview.sealed > 0 ? (
        <p>
          {pluralize(preview.sealed, "of them is", "of them are")} sealed: coaches and managers see neither
          the old nor the new score before it opens.
        </p>
      ) : null}
      <PostForm>
        <Version value={version} />
        <Buttons>
          {nothing ? null : <SubmitButton busy="Saving…">{buttonLabel(preview)}</SubmitButton>}
          <ButtonLink href={href("/club/settings/rating-policy")} look={nothing ? "secondary" : "quiet"}>
            {nothing ? "Choose Another" : "Change Nothing"}
          </ButtonLink>
        </Buttons>
      </PostForm>
    </>
  );
}

function gamesSentence({ wanted, inForce, rated, moved, restated }: Preview): string {
  if (rated === 0) return "No game is rated yet, so no score changes.";
  if (moved === 0 && restated === 0 && wanted.policy === inForce) {
    return `${policyNames[inForce]} is in force, and every game that you asked for has its result by it.`;
  }
  const kept =
    restated === 0
      ? ""
      : ` ${pluralize(restated, "result keeps its score and counts", "results keep their score and count")} as made by ${policyNames[wanted.policy]}.`;
  const scores =
    moved === 0
      ? `No score of your ${pluralize(rated, "rated game")} would change.`
      : `${moved} of ${pluralize(rated, "rated game")} would get another score.`;
  return scores + kept;
}

function buttonLabel({ wanted, inForce, moved }: Preview): string {
  const games = moved > 0 ? ` and Change ${pluralize(moved, "Score")}` : "";
  return wanted.policy === inForce ? `Recalculate${games}` : `Choose ${policyNames[wanted.policy]}${games}`;
}
