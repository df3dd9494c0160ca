import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

export function UndoForm(props: { reply: FormReply | undefined; back: string }) {
  return (
    <PostForm reply={props.reply}>
      <p>
        The games it added are deleted, and the games it changed go back to how they were. Teams that you
        created for it stay. Nothing else changes.
      </p>
      <Buttons>
        <SubmitButton look="danger">Undo Import</SubmitButton>
        <ButtonLink href={props.back} look="quiet">
          Keep the import
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
