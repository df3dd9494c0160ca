import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readAdminSession } from "#app/auth/admin-session.server.ts";
import { signInAdmin } from "#app/auth/admin-sign-in.server.ts";
import { adminEmailCookie } from "#app/auth/cookies.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { adminSignInSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminLabels, adminSignInMessage, adminSignInMessages } from "#app/domain/control/platform/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { adminTarget } from "./admin-target.ts";

export const handle = { passwords: true };
export const meta = () =>
  title("Admin sign in", "For the platform's own staff. Clubs, coaches and managers sign in elsewhere.");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  if (await readAdminSession(control, args.request)) throw redirect(adminTarget(query));
  const remembered: unknown = await adminEmailCookie.parse(args.request.headers.get("Cookie"));
  return {
    email: typeof remembered === "string" ? remembered.slice(0, 254) : "",
    message: adminSignInMessage(query.get("message")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const reading = await readForm(args.request, adminSignInSchema, { hide: ["password"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const result = await signInAdmin(ctx, args.request, reading.value);
    if (!result.ok)
      return reading.refuse({ "": adminLabels[result.problem] }, result.problem === "locked" ? 429 : 422);
    const target = adminTarget(new URL(args.request.url).searchParams);
    const to = result.step === "code" ? href("/admin/login/code", { redirect: target }) : target;
    const { email, remember } = reading.value;
    const headers = new Headers();
    const forgotten = { maxAge: 0 };
    const cookie = await adminEmailCookie.serialize(remember ? email : "", remember ? {} : forgotten);
    for (const value of [...result.cookies, cookie]) headers.append("Set-Cookie", value);
    return redirect(to, { status: 303, headers });
  }, reading.refuse);
}

export default function AdminSignIn() {
  const { email, message } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <SitePage
      title="Admin Sign In"
      lead={
        <>
          For {brand.name}’s own staff only. Are you a club’s administrator, coach or team manager?{" "}
          <a href="/club/login">Sign in to your club</a>
        </>
      }
      width="narrow"
    >
      {message && !reply ? (
        <Notice {...adminSignInMessages[message]}>
          <p>{adminSignInMessages[message].text}</p>
        </Notice>
      ) : null}
      <PostForm>
        <TextField name="email" label="Email" type="email" value={email} autoComplete="username" required />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <CheckboxField
          name="remember"
          label="Remember me: fill in my email on this device"
          checked={email !== ""}
        />
        <Buttons>
          <SubmitButton busy="Signing in...">Sign In</SubmitButton>
        </Buttons>
      </PostForm>
      <p className="muted">
        A session ends after 30 minutes without a request, and after 12 hours in any case.
      </p>
      <ul className="link-list">
        <li>
          <a href="/contact?forgot=admin">Forgot your password?</a>
        </li>
      </ul>
    </SitePage>
  );
}
