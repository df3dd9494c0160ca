import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { FileField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

export function VerifyForm({ reply, again }: { reply: FormReply | undefined; again: boolean }) {
  return (
    <PostForm reply={reply} encType="multipart/form-data">
      <FileField
        name="file"
        label={again ? "Another file" : "File"}
        required
        hint="An export (.json) or a PDF copy, at most 50 MB. You can drop it here."
        accept=".json,.pdf,application/json,application/pdf"
      />
      <Buttons>
        <SubmitButton>Check the File</SubmitButton>
      </Buttons>
    </PostForm>
  );
}
