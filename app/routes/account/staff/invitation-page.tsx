import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { CheckboxField } from "#app/ui/choices.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

interface Invitation {
  step: "create" | "sign-in" | "join";
  role: "manager" | "coach";
  club: string;
  email: string;
  team: string;
  staffTitle: string;
  ageGroup: string;
  season: string;
  others: string[];
  signedInAs: string | null;
}

export type InvitationProblem = "incomplete" | "unknown" | "expired" | "used" | "withdrawn";

/** The documented 'Staff invitation signup' page (product.md#invitations). */
export function InvitationPage({ invitation, reply }: { invitation: Invitation; reply?: FormReply }) {
  return (
    <SitePage
      title={invitation.role === "manager" ? "Join as Team Manager" : "Join as Coach"}
      lead={
        <>
          You've been invited to join <strong>{invitation.club}</strong>
        </>
      }
      width="narrow"
    >
      <Card title="Team Assignment">
        <Facts
          facts={[
            [
              invitation.others.length > 0 ? "Primary Team" : "Team",
              `${invitation.team} (${invitation.staffTitle})`,
            ],
            ["Club", invitation.club],
            ["Age Group", invitation.ageGroup],
            ["Season", invitation.season],
            ...(invitation.others.length > 0
              ? [["Additional Teams", invitation.others.join(", ")] as const]
              : []),
          ]}
        />
      </Card>
      {invitation.signedInAs ? (
        <Notice>
          <p>
            You are signed in as {invitation.signedInAs}. This invitation is for {invitation.email}: joining
            signs you in as that person instead.
          </p>
        </Notice>
      ) : null}
      {invitation.step === "create" ? <CreateAccount invitation={invitation} reply={reply} /> : null}
      {invitation.step === "sign-in" ? <SignIn invitation={invitation} reply={reply} /> : null}
      {invitation.step === "join" ? <Join invitation={invitation} /> : null}
    </SitePage>
  );
}

const LockedEmail = ({ email }: { email: string }) => (
  <TextField
    name="email"
    label="Email Address"
    type="email"
    hint="The invitation belongs to this address."
    value={email}
    autoComplete="username"
    readOnly
    required
  />
);

function CreateAccount({ invitation, reply }: { invitation: Invitation; reply?: FormReply }) {
  return (
    <section>
      <h2>Create Your Account</h2>
      <p>This account is FREE - the club has already covered all costs.</p>
      <PostForm reply={reply}>
        <TextField name="fullName" label="Full Name" autoComplete="name" maxLength={80} required />
        <LockedEmail email={invitation.email} />
        <TextField name="phone" label="Phone Number" type="tel" autoComplete="tel" maxLength={40} required />
        <SelectField
          name="state"
          label="State"
          choices={stateChoices}
          empty="Choose your state"
          autoComplete="address-level1"
          required
        />
        <TextField name="city" label="City" autoComplete="address-level2" maxLength={80} required />
        <TextField
          name="password"
          label="Password"
          type="password"
          hint="At least 8 characters"
          autoComplete="new-password"
          required
        />
        <TextField
          name="confirmPassword"
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          required
        />
        <CheckboxField
          name="agreedToTerms"
          label={
            <>
              I agree to the <a href="/terms">Terms of Service</a> and the{" "}
              <a href="/privacy">Privacy Policy</a>
            </>
          }
          required
        />
        <Buttons>
          <SubmitButton busy="Creating Account...">
            {invitation.role === "manager" ? "Create Manager Account" : "Create Coach Account"}
          </SubmitButton>
        </Buttons>
      </PostForm>
    </section>
  );
}

function SignIn({ invitation, reply }: { invitation: Invitation; reply?: FormReply }) {
  return (
    <section>
      <h2>Sign in to join</h2>
      <p>
        This email address has a {brand.name} account already. Sign in with its password, and the team is
        added to it.
      </p>
      <PostForm reply={reply}>
        <LockedEmail email={invitation.email} />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Buttons>
          <SubmitButton busy="Signing in...">Sign In and Join</SubmitButton>
        </Buttons>
      </PostForm>
      <p>
        <a href={href("/account/forgot-password", { for: invitation.role })}>Forgot your password?</a> Choose
        a new one first, then open this invitation again.
      </p>
    </section>
  );
}

function Join({ invitation }: { invitation: Invitation }) {
  return (
    <section>
      <p>You are signed in as {invitation.email}.</p>
      <PostForm>
        <Buttons>
          <SubmitButton>Join {invitation.team}</SubmitButton>
        </Buttons>
      </PostForm>
    </section>
  );
}

const problems: Record<InvitationProblem, string> = {
  incomplete: "This invitation link is missing required parameters.",
  unknown: "This invitation link is not valid.",
  expired: "This invitation has expired. An invitation is valid for 7 days.",
  used: "This invitation has already been used.",
  withdrawn: "This invitation was withdrawn, or a newer one has replaced it.",
};

const LOOK_AGAIN =
  "Open the link in your invitation email again, and make sure that the whole address is there. If it still does not work, ask your club administrator for a new invitation.";

const whatToDo: Record<InvitationProblem, string> = {
  incomplete: LOOK_AGAIN,
  unknown: LOOK_AGAIN,
  expired: "Ask your club administrator to send it again: one press of 'Resend' on the Teams page.",
  used: "If you have joined already, sign in with your email address and password.",
  withdrawn:
    "Use the link in the newest invitation email, or ask your club administrator to invite you again.",
};

export function InvalidInvitation({ problem }: { problem: InvitationProblem }) {
  return (
    <SitePage title="Invalid Invitation" lead={problems[problem]} width="narrow">
      <p>{whatToDo[problem]}</p>
      <Buttons>
        <ButtonLink href="/club/login" look={problem === "used" ? "primary" : "secondary"}>
          Sign In
        </ButtonLink>
        <ButtonLink href="/contact" look="quiet">
          Contact Support
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}
