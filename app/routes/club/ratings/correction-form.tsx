import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import type { Filled } from "./open-game.server.ts";
import { RatingFields } from "./rating-fields.tsx";

/** An administrator's correction of a rating, filled with what it says now. */
export function CorrectionForm(props: { gameId: string; filled: Filled; submission: string }) {
  return (
    <PostForm className="form rating-form">
      <Hidden name="submission" value={props.submission} />
      <Version value={props.filled.version} />
      <RatingFields filled={props.filled} place="page" />
      <TextField
        name="correctionReason"
        label="Reason for this correction"
        hint="The coach and the manager of the team can read it."
        maxLength={500}
        required
      />
      <Buttons>
        <SubmitButton>Save Correction</SubmitButton>
        <ButtonLink href={href("/rating/:gameId", { gameId: props.gameId })} look="quiet">
          Cancel
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
