import { href } from "#app/config/addresses.ts";
import { setupLinkFields } from "#app/domain/control/passwords/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { NewPasswordFields, UsernameField } from "./password-fields.tsx";

const inputs = inputsOf(setupLinkFields);

/** The form for a club's first password, or the form for a new link if this one does not work. */
export function SetUpPasswordPage(props: { club: { code: string; name: string } | null; code: string }) {
  const { club, code } = props;
  if (!club) return <InvalidLink code={code} />;
  return (
    <SitePage
      title="Set Up Your Password"
      lead={`${club.name} signs in with the club code ${club.code}, or with its email, and this password.`}
      width="narrow"
    >
      <PostForm>
        <UsernameField label="Club code" value={club.code} />
        <NewPasswordFields label="Password" confirmLabel="Confirm Password" needs="three" />
        <Buttons>
          <SubmitButton busy="Saving...">Set Password</SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}

function InvalidLink({ code }: { code: string }) {
  return (
    <SitePage title="Invalid Setup Link" width="narrow">
      <Notice tone="bad">
        <p>This password setup link is invalid or has expired.</p>
      </Notice>
      <Card title="Get a new link">
        <p>We send it to the email address that your club signed up with.</p>
        <PostForm>
          <Hidden name="intent" value="new-link" />
          <TextField {...inputs.clubCode} value={code} autoComplete="off" width="medium" />
          <Buttons>
            <SubmitButton>Send a New Link</SubmitButton>
          </Buttons>
        </PostForm>
      </Card>
      <p>
        Already have a password? <a href="/club/login">Sign in</a> or{" "}
        <a href={href("/account/forgot-password", { for: "club" })}>choose a new password</a>.
      </p>
      <p>
        <ButtonLink href="/contact" look="quiet">
          Contact support
        </ButtonLink>
      </p>
    </SitePage>
  );
}
