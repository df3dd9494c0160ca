import { href } from "#app/config/addresses.ts";
import type { ResetType } from "#app/domain/control/passwords/labels.ts";
import { ButtonLink, Buttons, FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/** Where somebody of that type signs in. */
const signInOf = {
  club: "/club/login",
  coach: "/coach/login",
  manager: "/manager/login",
} as const satisfies Record<ResetType, string>;

/** Whose password it is: a club's own account and a person's stand side by side (product.md#accounts). */
export const forgotTitle = (type: ResetType) =>
  type === "club" ? "Reset the club's password" : "Reset your own password";

/** The form that asks for a reset link, and the page that follows once it is sent. */
export function ForgotPasswordPage(props: { type: ResetType; sent: boolean }) {
  const { type, sent } = props;
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
