import { href } from "#app/config/addresses.ts";
import { type ResetType, resetTypeLabels } from "#app/domain/control/passwords/labels.ts";
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
      title="Reset your password"
      lead={`Enter the email of your ${resetTypeLabels[type]} account. We will send you a link to choose a new password.`}
      width="narrow"
    >
      <PostForm>
        <TextField name="email" label="Email" type="email" autoComplete="email" required />
        <FormButtons submit="Send Reset Link" back={signInOf[type]} keep="Back to Sign In" />
      </PostForm>
      <ul className="link-list">
        {type === "club" ? (
          <li>
            Not the club's own account?{" "}
            <a href={href("/account/forgot-password", { for: "coach" })}>Reset a coach or manager password</a>
          </li>
        ) : (
          <li>
            Not a coach or manager?{" "}
            <a href={href("/account/forgot-password", { for: "club" })}>Reset a club password</a>
          </li>
        )}
        <li>
          No access to that mailbox any more? <a href="/contact">Contact support</a>
        </li>
      </ul>
    </SitePage>
  );
}
