import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, useReply } from "#app/ui/post-form.tsx";
import { ColorForm } from "./color-form.tsx";
import { replyTo } from "./intents.ts";
import { PreferencesForm } from "./preferences-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import type { ProfileTab } from "./profile-tab.server.ts";
import { PolicyLink } from "./rating-policy/policy-link.tsx";
import { Subscription } from "./subscription.tsx";

export function ProfilePanel({ data }: { data: ProfileTab }) {
  const { profile, preferences, withoutParagraph, color, subscription, waiting } = data;
  const reply = useReply();
  return (
    <>
      <SectionLinks />
      <div className="beside">
        <section>
          <h2>Club Profile</h2>
          {waiting ? <WaitingEmail waiting={waiting} now={profile.values.email} /> : null}
          <ProfileForm profile={profile.values} version={profile.version} reply={replyTo(reply, "profile")} />
        </section>
        <Subscription subscription={subscription} />
      </div>
      <ColorForm
        clubName={profile.values.clubName}
        logo={data.logo}
        color={color.value}
        version={color.version}
        reply={replyTo(reply, "color")}
      />
      <PreferencesForm
        withoutParagraph={withoutParagraph}
        preferences={preferences.values}
        state={profile.values.state}
        version={preferences.version}
        reply={replyTo(reply, "preferences")}
      />
      <PolicyLink />
      <section>
        <h2>Public page</h2>
        <p>
          <a href={href("/club/public-page")}>Show your club’s figures and a badge to everybody</a>, or not.
        </p>
      </section>
      <LeaveLink />
    </>
  );
}

/** The way to the download of everything, and out. */
const LeaveLink = () => (
  <section>
    <h2 id="leave">Download or leave</h2>
    <p>Everything of the club in one file, and how to cancel.</p>
    <ButtonLink href={href("/club/leave")}>Download or Leave</ButtonLink>
  </section>
);

const sections = [
  { id: "subscription", label: "Subscription" },
  { id: "look", label: "Logo and color" },
  { id: "preferences", label: "Time zone, leaderboard, agreements" },
  { id: "rating-policy", label: "Rating policy" },
  { id: "leave", label: "Download or leave" },
];

/** The way down a long page, past the profile that it begins with. */
function SectionLinks() {
  return (
    <nav aria-label="On this page">
      <ul className="plain-list">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
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
