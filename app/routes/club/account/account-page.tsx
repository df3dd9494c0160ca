import { href } from "#app/config/addresses.ts";
import { ownAccountFields } from "#app/domain/control/accounts/fields.ts";
import type { OwnAccount } from "#app/domain/control/accounts/own-account.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { ApiTokens, type ShownToken } from "#app/routes/account/api-tokens.tsx";
import { OwnSessions, type ShownSession } from "#app/routes/account/sessions-table.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";

const inputs = inputsOf(ownAccountFields);

export function AccountPage(props: {
  account: OwnAccount;
  version: string;
  sessions: readonly ShownSession[];
  tokens: readonly ShownToken[];
}) {
  const { account, version, sessions, tokens } = props;
  const ofClub = account.kind === "club";
  return (
    <ClubPage
      title={ofClub ? "The Club's Sign-In" : "Your Account"}
      lead={
        ofClub
          ? "You are signed in with the club code: this sign-in is the club's, no matter who uses it."
          : "Who you are, how you sign in, and what is kept of you. It is one account for all your clubs."
      }
    >
      {ofClub ? null : <AboutYou account={account} version={version} />}
      <SigningIn email={account.email} />
      <h2>Where you are signed in</h2>
      <OwnSessions sessions={sessions} several={sessions.length + tokens.length > 1} of="club" />
      <ApiTokens tokens={tokens} />
      <LiteModeCard on={account.lite_since !== null} />
      {ofClub ? null : <YourData />}
    </ClubPage>
  );
}

function AboutYou(props: { account: OwnAccount; version: string }) {
  const { account, version } = props;
  return (
    <Card title="About you">
      <PostForm>
        <Hidden name="intent" value="save" />
        <Version value={version} />
        <TextField {...inputs.name} value={account.name} autoComplete="name" />
        <TextField {...inputs.phone} type="tel" value={account.phone} autoComplete="tel" />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
        </Buttons>
      </PostForm>
    </Card>
  );
}

/** @param email null for the club's own account */
function SigningIn({ email }: { email: string | null }) {
  return (
    <Card title="Signing in">
      {email ? (
        <Facts facts={[["Email", email]]} />
      ) : (
        <p>
          Its name and email are the club's, under <a href={href("/club/settings")}>Club Settings</a>. Better
          than sharing a password: invite each administrator by email, then everybody has an account of their
          own.
        </p>
      )}
      <Buttons>
        <ButtonLink href={href("/account/password")}>Change Password</ButtonLink>
        <ButtonLink href={href("/account/email")}>Change Email</ButtonLink>
        <ButtonLink href={href("/account/passkeys")}>Passkeys</ButtonLink>
        <ButtonLink href={href("/notifications")} look="quiet">
          Notifications
        </ButtonLink>
      </Buttons>
    </Card>
  );
}

function YourData() {
  return (
    <Card title="Your data">
      <p>Take everything kept of you along as a file, or leave for good.</p>
      <Buttons>
        <ButtonLink href={href("/account/copy")}>Get a Copy</ButtonLink>
        <ButtonLink href={href("/account/delete")} look="quiet">
          Delete Account
        </ButtonLink>
      </Buttons>
    </Card>
  );
}

function LiteModeCard({ on }: { on: boolean }) {
  return (
    <Card title="Lite mode">
      <p>
        {on
          ? "Lite mode is on: every page comes without scripts, on all your devices. Everything works as before."
          : "For a slow phone or an old browser: the same pages without scripts, on all your devices. A browser that saves data gets them by itself."}
      </p>
      <ButtonForm className="inline-form">
        <Hidden name="intent" value="lite" />
        <Hidden name="lite" value={on ? "off" : "on"} />
        <SubmitButton look="secondary">{on ? "Turn Lite Mode Off" : "Turn Lite Mode On"}</SubmitButton>
      </ButtonForm>
    </Card>
  );
}
