import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, RadioField } from "#app/ui/choices.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

interface Preferences {
  remember: boolean;
  lite: boolean;
  chosen: boolean;
}

const choices = [
  { value: "yes", label: "Necessary cookies, and my preferences for 1 year" },
  { value: "no", label: "Necessary cookies only", hint: "What was remembered is deleted at once" },
];

/** What this browser may remember. Nothing is preselected before somebody has chosen. */
export function PreferencesForm(props: { preferences: Preferences; reply?: FormReply }) {
  const { remember, lite, chosen } = props.preferences;
  return (
    <PostForm reply={props.reply}>
      <RadioField
        name="remember"
        label="This browser may keep"
        choices={choices}
        value={chosen ? (remember ? "yes" : "no") : undefined}
        required
      />
      <CheckboxField name="lite" label="Lite mode in this browser: pages without scripts" checked={lite} />
      <Buttons>
        <SubmitButton>Save Preferences</SubmitButton>
      </Buttons>
    </PostForm>
  );
}
