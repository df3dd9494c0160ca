import { brand } from "#app/config/brand.ts";
import { emailChangeFields } from "#app/domain/control/accounts/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { ButtonLink, Buttons, FormButtons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";

interface Waiting {
  after: string;
  until: string;
  expired: boolean;
  beforeConfirmed: boolean;
  afterConfirmed: boolean;
}

const inputs = inputsOf(emailChangeFields);

export function EmailPage(props: { email: string | null; waiting: Waiting | null }) {
  const { email, waiting } = props;
  if (!email) return <ClubsAddress />;
  return (
    <ClubPage
      title="Change Email"
      lead="Your account moves once both addresses have confirmed it."
      crumbs={[{ label: "Your Account", href: "/account" }, { label: "Change Email" }]}
    >
      {waiting ? <WaitingCard email={email} waiting={waiting} /> : null}
      <PostForm>
        <Hidden name="intent" value="ask" />
        <TextField {...inputs.email} type="email" autoComplete="email" hint={`Now it is ${email}.`} />
        <CurrentPasswordField />
        <FormButtons submit="Send Both Links" back="/account" keep="Back" />
      </PostForm>
      <h2>What happens then</h2>
      <ol>
        <li>Each address gets an email with a link that works for 24 hours.</li>
        <li>Open both and confirm. Until then you sign in with {email} as before.</li>
        <li>For 7 days the old address can take the account back.</li>
      </ol>
      <p className="muted">
        You cannot read {email} any more? Ask an administrator of your club to invite your new address, or
        write to <a href={`mailto:${brand.mail.support}`}>{brand.mail.support}</a>.
      </p>
    </ClubPage>
  );
}

/** A club's own account has no address but the club's. */
function ClubsAddress() {
  return (
    <ClubPage
      title="Change Email"
      lead="You are signed in with the club's code, so the email is the club's."
      crumbs={[{ label: "Your Account", href: "/account" }, { label: "Change Email" }]}
    >
      <p>Its new address is confirmed by a link, and the address before can take it back for 7 days.</p>
      <Buttons>
        <ButtonLink href="/club/settings" look="primary">
          Club Settings
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}

function WaitingCard({ email, waiting }: { email: string; waiting: Waiting }) {
  const state = (confirmed: boolean) => (confirmed ? "confirmed" : "its link waits to be opened");
  return (
    <Card title={waiting.expired ? "Not confirmed in time" : "Waiting for confirmation"}>
      <Facts
        facts={[
          ["Old address", `${email}: ${state(waiting.beforeConfirmed)}`],
          ["New address", `${waiting.after}: ${state(waiting.afterConfirmed)}`],
          [waiting.expired ? "Ended" : "Until", waiting.until],
        ]}
      />
      <p className="muted">
        {waiting.expired ? "Ask again below." : "No email? Look in the spam folder, or ask again below."}
      </p>
      <ButtonForm className="inline-form">
        <Hidden name="intent" value="cancel" />
        <SubmitButton look="secondary">{waiting.expired ? "Forget It" : "Cancel the Change"}</SubmitButton>
      </ButtonForm>
    </Card>
  );
}
