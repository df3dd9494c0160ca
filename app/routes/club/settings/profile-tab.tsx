import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import type { ProfileTab } from "./profile-tab.server.ts";
import { Subscription } from "./subscription.tsx";

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

/** The club's new address, until the link that was sent to it is opened (product.md#club-email). */
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
