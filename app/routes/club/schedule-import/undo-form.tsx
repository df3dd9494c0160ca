import { pluralize } from "#app/domain/values/pluralize.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/** @param props.edited how many of the import's games were changed by hand since. */
export function UndoForm(props: { reply: FormReply | undefined; edited: number; back: string }) {
  return (
    <PostForm reply={props.reply}>
      <p>
        The games it added are deleted, and the games it changed go back to how they were. Nothing else
        changes.
      </p>
      {props.edited > 0 ? (
        <Notice tone="minor" title={`${pluralize(props.edited, "game")} changed by hand since`}>
          <p>Those changes are undone, too.</p>
        </Notice>
      ) : null}
      <Buttons>
        <SubmitButton look="danger">Undo Import</SubmitButton>
        <ButtonLink href={props.back} look="quiet">
          Keep the import
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
