import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { knownBrowser } from "#app/auth/known-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { joiningAccount, resettableAccounts } from "#app/domain/control/accounts/accounts.server.ts";
import { mailResetLinks } from "#app/domain/control/accounts/reset-password.server.ts";
import {
  noAccountLabel,
  RESET_MAIL_FAILED,
  type ResetType,
  readResetType,
  TOO_MANY_RESETS,
} from "#app/domain/control/passwords/labels.ts";
import { forgotPasswordSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { mayRequestReset, mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orFailed } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.sent ? "Check your email" : forgotTitle(data?.type ?? "coach"));

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const sent = new URL(args.request.url).searchParams.has("sent");
  return { type: typeOf(args.request), sent };
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const type = typeOf(args.request);
  const reading = await readForm(args.request, forgotPasswordSchema);
  if (!reading.ok) return reading.answer;
  const { email: typed } = reading.value;
  // An address that was merged into an account resets that account, by a link to its own address.
  const email = type === "club" ? typed : ((await joiningAccount(control, typed))?.email ?? typed);
  const accounts = await resettableAccounts(control, type, email);
  const browser = await knownBrowser(
    args.request,
    accounts.map(({ id }) => id),
  );
  if (!(await mayRequestReset(client.ip, email, browser))) {
    note(THROTTLED);
    return reading.refuse({ email: TOO_MANY_RESETS }, 429);
  }
  if (accounts.length === 0) return reading.refuse({ email: noAccountLabel(type) });
  const mayMail = browser !== null || (await mayUse("reset-mail", email));
  if (!mayMail) note(THROTTLED);
  const send = async () => {
    if (mayMail) await mailResetLinks(control, email, accounts);
    return redirect(href("/account/forgot-password", { for: type, sent: "true" }), 303);
  };
  return orFailed(RESET_MAIL_FAILED, client.requestId, send, reading.refuse);
}

/** @throws Response */
function typeOf(request: Request): ResetType {
  const type = readResetType(new URL(request.url).searchParams.get("for"));
  if (!type) throw notFound();
  return type;
}

const signInOf = {
  club: "/club/login",
  coach: "/coach/login",
  manager: "/manager/login",
} as const satisfies Record<ResetType, string>;

/** Returns the title; a club's own account and a person's exist side by side (product/accounts.md#accounts). */
const forgotTitle = (type: ResetType) =>
  type === "club" ? "Reset the club's password" : "Reset your own password";

/** Asks for a reset link, and confirms that it was sent. */
export default function ForgotPassword() {
  const { type, sent } = useLoaderData<typeof loader>();
  if (sent) {
    return (
      <SitePage title="Check your email" width="narrow">
        <Notice tone="good">
          <p>We have sent you a link to choose a new password. It works once, within the next hour.</p>
        </Notice>
        <p>Nothing there after a few minutes? Check your spam folder, or send it again.</p>
        <Buttons>
          <ButtonLink href={href("/account/forgot-password", { for: type })}>Send Again</ButtonLink>
          <ButtonLink href={signInOf[type]} look="quiet">
            Back to Sign In
          </ButtonLink>
        </Buttons>
      </SitePage>
    );
  }
  return (
    <SitePage
      title={forgotTitle(type)}
      lead={
        type === "club"
          ? "The one that goes with the club code. Enter the email that the club signed up with, and we send a link to choose a new password."
          : "For coaches, team managers and administrators who sign in with their own email. Enter it, and we send a link to choose a new password."
      }
      width="narrow"
    >
      <PostForm>
        <TextField name="email" label="Email" type="email" autoComplete="email" required />
        <FormButtons submit="Send Reset Link" back={signInOf[type]} keep="Back to Sign In" />
      </PostForm>
      <ul className="link-list">
        {type === "club" ? (
          <li>
            You sign in with your own email?{" "}
            <a href={href("/account/forgot-password", { for: "coach" })}>
              Forgot your own password (coach or manager)
            </a>
          </li>
        ) : (
          <li>
            You sign in with the club code?{" "}
            <a href={href("/account/forgot-password", { for: "club" })}>Forgot the club's password</a>
          </li>
        )}
        <li>
          No access to that mailbox any more? <a href="/contact">Contact support</a>
        </li>
      </ul>
    </SitePage>
  );
}
