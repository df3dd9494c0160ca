import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { readSession } from "#app/auth/session.server.ts";
import { type SignInRefusal, signIn } from "#app/auth/sign-in.server.ts";
import { TOO_BUSY, TooBusy } from "#app/domain/control/passwords/password.server.ts";
import { signInForm } from "#app/domain/control/sign-in/sign-in-form.server.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/choices.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { bare: true };
export const meta = () => title("Sign in");

const refusals: Record<SignInRefusal, string> = {
  "wrong-email": "Invalid email or password for coach/manager account.",
  "wrong-code": "Invalid club code or password.",
  locked: "Too many failed sign-ins. Wait 15 minutes and try again, or reset your password.",
};

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const redirectTo = safeRedirect(query.get("redirectTo"), "");
  if (await readSession(control, args.request)) throw redirect(redirectTo || "/dashboard");
  return json({
    code: (query.get("code") ?? "").slice(0, 80).toUpperCase(),
    passwordSet: query.get("message") === "password-set",
    signedOut: query.get("message") === "signed-out",
    redirectTo,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const { request } = args;
  const posted = await postedForm(request.clone());
  const reading = readFields(posted, signInForm, { hide: ["password"] });
  if (!reading.ok) return reading.answer;
  try {
    const outcome = await signIn(ctx, request, reading.value);
    if ("refused" in outcome) return reading.refuse({ "": refusals[outcome.refused] });
    return redirect(whereTo(outcome, posted.get("redirectTo")), {
      status: 303,
      headers: { "Set-Cookie": outcome.cookie },
    });
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return reading.refuse({ "": TOO_BUSY }, 503);
  }
}

function whereTo(outcome: { clubs: number; newClub: boolean }, asked: FormDataEntryValue | null): string {
  const target = safeRedirect(asked, "");
  if (outcome.clubs !== 1) return `/club/choose${target ? `?redirectTo=${encodeURIComponent(target)}` : ""}`;
  return target || (outcome.newClub ? "/dashboard?new=true" : "/dashboard");
}

export default function Login() {
  const { code, passwordSet, signedOut, redirectTo } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <SitePage
      title="Club, Coach & Team Manager Sign In"
      lead="Clubs sign in with their club code; coaches and team managers with their email."
      width="narrow"
    >
      {passwordSet ? (
        <Notice tone="good">
          <p>Password setup complete! You can now log in with your credentials.</p>
        </Notice>
      ) : null}
      {signedOut ? (
        <Notice tone="minor" title="You were signed out">
          <p>What you just sent was not saved. Sign in to return to the page and send it again.</p>
        </Notice>
      ) : null}
      <PostForm reply={reply}>
        <Hidden name="redirectTo" value={redirectTo} />
        <TextField
          name="identifier"
          label="Club code or email"
          hint="The code from your welcome email, or the email you were invited with"
          value={code}
          autoComplete="username"
          required
        />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <CheckboxField name="remember" label="Remember me for 30 days on this device" />
        <Buttons>
          <SubmitButton>Sign In</SubmitButton>
        </Buttons>
      </PostForm>
      <ul className="link-list">
        <li>
          <a href="/contact?forgot=club">Forgot your club password?</a>
        </li>
        <li>
          <a href="/contact?forgot=coach">Forgot your coach or manager password?</a>
        </li>
        <li>
          New here? <a href="/signup">Sign up your club</a>
        </li>
        <li>
          <a href="/contact">Contact support</a>
        </li>
      </ul>
    </SitePage>
  );
}
