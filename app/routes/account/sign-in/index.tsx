import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFlash } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { readSession } from "#app/auth/session.server.ts";
import { signIn } from "#app/auth/sign-in.server.ts";
import { mergedAwayText } from "#app/domain/control/account-merge/labels.ts";
import { signInSchema } from "#app/domain/control/sign-in/forms.server.ts";
import { signInLabels } from "#app/domain/control/sign-in/labels.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { title } from "#app/ui/title.ts";
import { pageAfter } from "./page-after.ts";
import { SignInPage } from "./sign-in-page.tsx";

export const handle = { passwords: true };
export const meta = () =>
  title("Sign in", "Sign in with your club code, or as a coach or team manager with your email.");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const redirectTo = safeRedirect(query.get("redirectTo"), "");
  if (await readSession(control, args.request)) throw redirect(redirectTo || "/dashboard");
  const { flash } = await readFlash(args.request);
  return json({
    name: flash?.signInName ?? (query.get("code") ?? "").slice(0, 80).toUpperCase(),
    passwordSet: query.get("message") === "password-set",
    kept: query.get("message") === "kept",
    signedOut: query.get("message") === "signed-out",
    redirectTo,
  });
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
  const data = useLoaderData<typeof loader>();
  return <SignInPage {...data} />;
}
