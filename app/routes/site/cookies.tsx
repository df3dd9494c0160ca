import type { ActionFunctionArgs, LoaderFunctionArgs, MetaDescriptor } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { betaMark, readBetaAccess } from "#app/auth/beta-access.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { readPreferences, storePreferences } from "#app/auth/preferences.server.ts";
import { brand } from "#app/config/brand.ts";
import { preferencesSchema } from "#app/domain/control/sign-in/forms.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, RadioField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { LegalPage } from "#app/ui/shell/legal-page.tsx";
import { title } from "#app/ui/title.ts";
import { versionAsked, versionFor } from "./legal/texts.ts";

export const meta = (): MetaDescriptor[] => [
  ...title("Cookie Policy"),
  {
    name: "description",
    content: `Every cookie that ${brand.name} sets, what it is for, and how long it stays.`,
  },
];

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const version = versionAsked(new URL(args.request.url).searchParams, "cookies");
  if (!version) throw notFound();
  return { version, preferences: await readPreferences(args.request.headers.get("Cookie")) };
}

/** Stores this browser's preferences, and deletes what they exclude (product/pages.md#cookie-preferences). */
export async function action(args: ActionFunctionArgs) {
  await publicContext(args);
  const reading = await readForm(args.request, preferencesSchema);
  if (!reading.ok) return reading.answer;
  const remember = reading.value.remember === "yes";
  const answer = await redirectWith("/cookies#manage", "Your cookie preferences are saved.");
  answer.headers.append("Set-Cookie", await storePreferences({ remember, lite: reading.value.lite }));
  const { granted } = await readBetaAccess(args.request.headers.get("Cookie"));
  if (granted) answer.headers.append("Set-Cookie", await betaMark(remember));
  return answer;
}

export default function Cookies() {
  const { version, preferences } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <LegalPage
      title="Cookie Policy"
      lead="Every cookie that we set, what it is for, and what you can choose."
      {...versionFor("cookies", version, <PreferencesForm preferences={preferences} reply={reply} />)}
    />
  );
}

interface Preferences {
  remember: boolean;
  lite: boolean;
  chosen: boolean;
}

const choices = [
  { value: "yes", label: "Necessary cookies, and my preferences for 1 year" },
  { value: "no", label: "Necessary cookies only", hint: "What was remembered is deleted at once" },
];

/** Choices of what this browser may remember. Nothing is preselected. */
function PreferencesForm(props: { preferences: Preferences; reply?: FormReply }) {
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
