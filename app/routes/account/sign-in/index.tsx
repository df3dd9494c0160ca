import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFlash } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { readSession } from "#app/auth/session.server.ts";
import { signIn } from "#app/auth/sign-in.server.ts";
import { href } from "#app/config/addresses.ts";
import { mergedAwayText } from "#app/domain/control/account-merge/labels.ts";
import { signInSchema } from "#app/domain/control/sign-in/forms.server.ts";
import { signInLabels } from "#app/domain/control/sign-in/labels.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { pageAfter } from "./page-after.ts";

export const handle = { passwords: true };
export const meta = () =>
  title("Sign in", "Sign in with your club code, or as a coach or team manager with your email.");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const redirectTo = safeRedirect(query.get("redirectTo"), "");
  if (await readSession(control, args.request)) throw redirect(redirectTo || "/dashboard");
  const { flash } = await readFlash(args.request);
  return {
    // The typed name, never one that the server looked up.
    name: flash?.signInName ?? (query.get("code") ?? "").slice(0, 80).toUpperCase(),
    passwordSet: query.get("message") === "password-set",
    // The typed values are kept for the previous user.
    kept: query.get("message") === "kept",
    signedOut: query.get("message") === "signed-out",
    redirectTo,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const posted = await postedForm(args.request);
  const reading = readFields(posted, signInSchema, { hide: ["password"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const result = await signIn(ctx, args.request, reading.value);
    if (!result.ok && result.problem === "merged")
      return reading.refuse({ "": mergedAwayText(result.keptEmail) });
    if (!result.ok) {
      return reading.refuse({ "": signInLabels[result.problem] }, result.problem === "locked" ? 429 : 422);
    }
    const to = pageAfter(result, safeRedirect(posted.get("redirectTo"), ""));
    const headers = new Headers();
    for (const cookie of result.cookies) headers.append("Set-Cookie", cookie);
    return redirect(to, { status: 303, headers });
  }, reading.refuse);
}

export default function SignIn() {
  const { name, passwordSet, kept, signedOut, redirectTo } = useLoaderData<typeof loader>();
  return (
    <SitePage
      title="Club, Coach & Team Manager Sign In"
      lead="Administrators sign in with the club code or their email; coaches and team managers with their email."
      width="narrow"
    >
      {passwordSet ? (
        <Notice tone="good">
          <p>Password setup complete! You can now log in with your credentials.</p>
        </Notice>
      ) : null}
      {kept ? (
        <Notice tone="minor" title="You were signed out">
          <p>
            What you just sent is not saved yet, but kept for an hour. Sign in as the same person, check it
            and save it.
          </p>
        </Notice>
      ) : null}
      {signedOut ? (
        <Notice tone="minor" title="You were signed out">
          <p>What you just sent was not saved. Sign in to return to the page and send it again.</p>
        </Notice>
      ) : null}
      <PostForm>
        <Hidden name="redirectTo" value={redirectTo} />
        <TextField
          name="identifier"
          label="Club code or email"
          hint="The code from the welcome email, or the email that you signed up or were invited with"
          value={name}
          autoComplete="username"
          required
        />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus={name !== ""}
          required
        />
        <CheckboxField name="remember" label="Remember me for 30 days on this device" />
        <Buttons>
          <SubmitButton busy="Signing in...">Sign In</SubmitButton>
        </Buttons>
      </PostForm>
      <ul className="link-list">
        <li data-passkey-link="" hidden>
          <a href={href("/club/login/passkey", { redirectTo: redirectTo || undefined })}>
            Sign in with a passkey
          </a>
        </li>
        <li>
          <a href={href("/account/forgot-password", { for: "club" })}>Forgot the club's password</a>
        </li>
        <li>
          <a href={href("/account/forgot-password", { for: "coach" })}>
            Forgot your own password (coach or manager)
          </a>
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
