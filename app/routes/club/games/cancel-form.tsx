import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";

/** Cancels a game, or puts a cancelled one back on the schedule. */
export function CancelForm(props: { cancelled: boolean; version: string }) {
  const { cancelled, version } = props;
  return (
    <PostForm>
      <Version value={version} />
      <Hidden name="intent" value={cancelled ? "restore" : "cancel"} />
      <p>
        {cancelled
          ? "It returns to the schedule."
          : "It stays on the schedule as cancelled and cannot be rated. You can put it back on later."}
      </p>
      <Buttons>
        <SubmitButton look={cancelled ? "primary" : "danger"}>
          {cancelled ? "Put It Back On" : "Cancel Game"}
        </SubmitButton>
        <ButtonLink href="/schedule" look="quiet">
          {cancelled ? "Leave it cancelled" : "Keep the game"}
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
