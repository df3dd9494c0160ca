import type { ReactNode } from "react";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/** Asks before an import is undone. @param props.children what goes and what stays */
export function UndoForm(props: { reply: FormReply | undefined; back: string; children: ReactNode }) {
  return (
    <PostForm reply={props.reply}>
      <p>{props.children}</p>
      <Buttons>
        <SubmitButton look="danger">Undo Import</SubmitButton>
        <ButtonLink href={props.back} look="quiet">
          Keep the import
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
