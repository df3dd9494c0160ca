import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import {
  askForEmail,
  cancelOwnEmailChange,
  openEmailChange,
} from "#app/domain/control/accounts/email-changes.server.ts";
import { emailChangeFields } from "#app/domain/control/accounts/fields.ts";
import { ownEmailLabels } from "#app/domain/control/accounts/labels.ts";
import { readOwnAccount } from "#app/domain/control/accounts/own-account.server.ts";
import { changeEmailSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, FormButtons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };

export const meta = () => title("Change Email");

/** Loads the user's address and the new one that awaits its confirmations (product/accounts.md#own-account). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, club } = await requireClubUser(args, "club.see");
  const [{ email }, open] = await Promise.all([
    readOwnAccount(control, session.accountId),
    openEmailChange(control, session.accountId),
  ]);
  const waiting = open && {
    after: open.email_after,
    until: formatMoment(open.expires_at, club.timezone),
    expired: open.expires_at <= nowIso(),
    beforeConfirmed: open.before_confirmed_at !== null,
    afterConfirmed: open.after_confirmed_at !== null,
  };
  return { email, waiting: waiting ?? null };
}

export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireClubUser(args, "club.see");
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "cancel") {
    await cancelOwnEmailChange(control, session.accountId);
    return redirectWith(href("/account/email"), "Cancelled. Your address stays as it is.");
  }
  const reading = readFields(posted, changeEmailSchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  return orTooBusy(async () => {
    const asked = await askForEmail(control, session.accountId, value);
    if (asked.ok) {
      note({ event: "email change asked" });
      return redirectWith(href("/account/email"), "Two emails are on their way: one to each address.");
    }
    const { problem } = asked;
    if (problem === "locked" || problem === "often") return refuse({ "": ownEmailLabels[problem] }, 429);
    return refuse({ [problem === "wrong" ? "current" : "email"]: ownEmailLabels[problem] });
  }, refuse);
}

interface Waiting {
  after: string;
  until: string;
  expired: boolean;
  beforeConfirmed: boolean;
  afterConfirmed: boolean;
}

const inputs = inputsOf(emailChangeFields);

export default function ChangeEmail() {
  const { email, waiting } = useLoaderData<typeof loader>();
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

/** Shows that a club's own account uses the club's address. */
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
