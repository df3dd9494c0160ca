import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { NewPasswordFields, UsernameField } from "./password-fields.tsx";

/** The form for a new password, or why its link does not work. */
export function ResetPasswordPage({ problem, name }: { problem: string | null; name: string }) {
  if (problem) {
    return (
      <SitePage title="Invalid Link" width="narrow">
        <Notice tone="bad">
          <p>{problem}</p>
          <p>A reset link works once, within an hour. Ask for a new one: it takes a minute.</p>
        </Notice>
        <Buttons>
          <ButtonLink href={href("/account/forgot-password", { for: "club" })}>
            New link for the club's password
          </ButtonLink>
          <ButtonLink href={href("/account/forgot-password", { for: "coach" })}>
            New link for your own password
          </ButtonLink>
        </Buttons>
        <ul className="link-list">
          <li>
            Already changed it? <a href="/club/login">Sign in</a>
          </li>
          <li>
            Platform staff: <a href={href("/contact", { forgot: "admin" })}>new link for an admin</a>
          </li>
          <li>
            <a href="/contact">Contact support</a>
          </li>
          <li>
            <a href="/">Home</a>
          </li>
        </ul>
      </SitePage>
    );
  }
  return (
    <SitePage title="Choose a new password" width="narrow">
      <PostForm>
        <UsernameField label="You sign in with" value={name} />
        <NewPasswordFields label="New password" confirmLabel="Confirm new password" needs="four" />
        <Buttons>
          <SubmitButton busy="Saving...">Update Password</SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}
