import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { RESET_MAIL_FAILED, TOO_MANY_RESETS } from "#app/domain/control/passwords/labels.ts";
import { forgotPasswordSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { requestAdminReset } from "#app/domain/control/platform/reset-admin-password.server.ts";
import { mayRequestAdminReset, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orFailed } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Reset your admin password");

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  return { sent: query.has("sent"), back: query.get("back") === "home" ? "/" : "/admin/login" };
}

/** Answers the same whether or not the address is an administrator's (product/platform-staff.md#platform-staff). */
export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const reading = await readForm(args.request, forgotPasswordSchema);
  if (!reading.ok) return reading.answer;
  const { email } = reading.value;
  if (!(await mayRequestAdminReset(client.ip, email))) {
    note(THROTTLED);
    return reading.refuse({ email: TOO_MANY_RESETS }, 429);
  }
  const request = async () => {
    await requestAdminReset(control, email);
    return redirect("/admin/forgot-password?sent=true", 303);
  };
  return orFailed(RESET_MAIL_FAILED, client.requestId, request, reading.refuse);
}

export default function AdminForgotPassword() {
  const { sent, back } = useLoaderData<typeof loader>();
  if (sent)
    return (
      <SitePage title="Check your email" width="narrow">
        <Notice tone="good">
          <p>
            If that address is an administrator's, we have sent it a link to choose a new password. It works
            once, within the next hour.
          </p>
        </Notice>
        <Buttons>
          <ButtonLink href="/admin/forgot-password">Send Again</ButtonLink>
          <ButtonLink href={back} look="quiet">
            {back === "/" ? "Back to Home" : "Back to Sign In"}
          </ButtonLink>
        </Buttons>
      </SitePage>
    );
  return (
    <SitePage
      title="Reset your admin password"
      lead="Enter your email. If it is an administrator's, we send a link to choose a new password."
      width="narrow"
    >
      <PostForm>
        <TextField name="email" label="Email" type="email" autoComplete="email" required />
        <FormButtons
          submit="Send Reset Link"
          back={back}
          keep={back === "/" ? "Back to Home" : "Back to Sign In"}
        />
      </PostForm>
      <p>Your authenticator stays as it is.</p>
      <ul className="link-list">
        <li>
          Not platform staff?{" "}
          <a href={href("/account/forgot-password", { for: "club" })}>Forgot the club's password</a> or{" "}
          <a href={href("/account/forgot-password", { for: "coach" })}>
            your own password (coach or manager)
          </a>
        </li>
      </ul>
    </SitePage>
  );
}
