import { href } from "#app/config/addresses.ts";
import { profileFields } from "#app/domain/club/settings/fields.ts";
import type { ClubProfile } from "#app/domain/club/settings/profile.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import type { ProfileTab } from "./profile-tab.server.ts";

export function ProfilePanel({ data: { profile, subscription, waiting } }: { data: ProfileTab }) {
  return (
    <div className="beside">
      <div>
        {waiting ? <WaitingEmail waiting={waiting} now={profile.values.email} /> : null}
        <ProfileForm profile={profile.values} version={profile.version} />
      </div>
      <Subscription subscription={subscription} />
    </div>
  );
}

/** Shows the club's new address, until the link that was sent to it is opened (product/clubs.md#club-email). */
function WaitingEmail(props: { waiting: { email: string; until: string; expired: boolean }; now: string }) {
  const { waiting, now } = props;
  return (
    <Notice tone="minor" title={`${waiting.email} is not confirmed yet`}>
      <p>
        {waiting.expired
          ? "The link that we sent there has expired. "
          : `We sent a link there, valid until ${waiting.until}. `}
        Until its button is pressed, emails and password resets go to {now}.
      </p>
      <ButtonForm className="inline-form">
        <Buttons>
          <SubmitButton name="intent" value="resend-email" look="secondary">
            Send again
          </SubmitButton>
          <SubmitButton name="intent" value="cancel-email" look="quiet">
            Cancel
          </SubmitButton>
        </Buttons>
      </ButtonForm>
    </Notice>
  );
}

const inputs = inputsOf(profileFields);

/** Edits the fields of the Club Profile that its administrators may change. */
function ProfileForm(props: { profile: ClubProfile; version: string }) {
  const { profile, version } = props;
  return (
    <PostForm>
      <Hidden name="intent" value="profile" />
      <Version value={version} />
      <TextField
        {...inputs.clubName}
        hint="Leaderboard, emails and pages follow. The club code stays."
        value={profile.clubName}
        autoComplete="organization"
      />
      <TextField {...inputs.contactName} value={profile.contactName} autoComplete="name" />
      <TextField
        {...inputs.email}
        hint="Where the club's emails and password resets go. A new address counts once it is confirmed."
        type="email"
        value={profile.email}
        autoComplete="email"
      />
      <TextField {...inputs.phone} type="tel" value={profile.phone} autoComplete="tel" width="medium" />
      <SelectField
        {...inputs.state}
        value={profile.state}
        choices={stateChoices}
        autoComplete="address-level1"
      />
      <TextField {...inputs.city} value={profile.city} autoComplete="address-level2" />
      <TextField {...inputs.address} value={profile.address} autoComplete="address-line1" />
      <TextField {...inputs.zipCode} value={profile.zipCode} autoComplete="postal-code" width="short" />
      <TextField {...inputs.website} type="url" value={profile.website} autoComplete="url" />
      <TextArea {...inputs.description} value={profile.description} rows={4} />
      <Buttons>
        <SubmitButton>Save Profile</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

/** Shows the subscription and its end; it cannot be changed here. */
function Subscription(props: {
  subscription: {
    state: string;
    code: string;
    plan: string;
    players: number;
    verified: boolean;
    price: string | null;
    renewal: string;
    /** Day from which it can be renewed; null for now. */
    renewsFrom: string | null;
  };
}) {
  const { state, code, plan, players, verified, price, renewal, renewsFrom } = props.subscription;
  return (
    <section className="card" aria-labelledby="subscription">
      <h2 id="subscription">
        Subscription <Badge strong>{state}</Badge>
      </h2>
      <Facts
        facts={[
          ["Club Code", code],
          ["Package", plan],
          [verified ? "Players, verified" : "Players, as estimated", count(players)],
          ...(price ? [["Price of this year", price] as const] : []),
          ["Renewal date", renewal],
        ]}
      />
      {renewsFrom ? (
        <p>You can renew from {renewsFrom} on.</p>
      ) : (
        <Buttons>
          <ButtonLink href={href("/club/billing/renew")}>Renew</ButtonLink>
        </Buttons>
      )}
      <p className="muted">
        Nothing renews or is charged by itself. Your package follows the verification of your players.{" "}
        <a href={href("/club/billing")}>Payments, receipts and invoices</a>
      </p>
    </section>
  );
}
