import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { signInByPasskey } from "#app/auth/passkey-sign-in.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { readSession } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { passkeysPossible, signInOptions } from "#app/domain/control/passkeys/device-answer.server.ts";
import { passkeySignInSchema } from "#app/domain/control/passkeys/forms.server.ts";
import { passkeyLabels } from "#app/domain/control/passkeys/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/inputs.tsx";
import { PasskeyForm } from "#app/ui/passkeys/passkey-form.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { pageAfter } from "./page-after.ts";

export const handle = { passwords: true };
export const meta = () => title("Sign In with a Passkey");

/** Signs in without a password; a person who cannot is redirected to the password (product/accounts.md#passkeys). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const redirectTo = safeRedirect(new URL(args.request.url).searchParams.get("redirectTo"), "");
  if (await readSession(control, args.request)) throw redirect(redirectTo || "/dashboard");
  return { options: passkeysPossible() ? await signInOptions() : null, redirectTo };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const reading = await readForm(args.request, passkeySignInSchema, { hide: ["credential"] });
  if (!reading.ok) return reading.answer;
  const result = await signInByPasskey(ctx, args.request, reading.value);
  if (!result.ok)
    return reading.refuse({ "": passkeyLabels[result.problem] }, result.problem === "throttled" ? 429 : 422);
  const headers = new Headers();
  for (const cookie of result.cookies) headers.append("Set-Cookie", cookie);
  return redirect(pageAfter(result, safeRedirect(reading.value.redirectTo, "")), { status: 303, headers });
}

export default function PasskeySignIn() {
  const { options, redirectTo } = useLoaderData<typeof loader>();
  const withPassword = href("/club/login", { redirectTo: redirectTo || undefined });
  return (
    <SitePage
      title="Sign In with a Passkey"
      lead="Your fingerprint, your face or your device's PIN instead of a password."
      width="narrow"
    >
      <PasskeyForm
        kind="get"
        options={options}
        otherwise={<p>This browser cannot use passkeys here. Sign in with your password instead.</p>}
      >
        <Hidden name="redirectTo" value={redirectTo} />
        <CheckboxField name="remember" label="Remember me for 30 days on this device" />
        <Buttons>
          <SubmitButton>Use Your Passkey</SubmitButton>
        </Buttons>
      </PasskeyForm>
      <Buttons>
        <ButtonLink href={withPassword}>Sign In with a Password</ButtonLink>
      </Buttons>
      <p className="muted">You make a passkey once, under your name in the menu, after signing in.</p>
    </SitePage>
  );
}
