import { href } from "#app/config/addresses.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

export function SignInPage(props: {
  /** The club code or email whose password was just set, or '': never one that the server looked up. */
  name: string;
  passwordSet: boolean;
  /** What was typed is kept for the person who was signed in. */
  kept: boolean;
  signedOut: boolean;
  redirectTo: string;
}) {
  const { name, passwordSet, kept, signedOut, redirectTo } = props;
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
