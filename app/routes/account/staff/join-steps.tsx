import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { newStaffFields } from "#app/domain/control/staff/fields.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { NewPasswordFields, UsernameField } from "#app/routes/account/passwords/password-fields.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { CheckboxField, SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, PostForm } from "#app/ui/post-form.tsx";

interface Steps {
  email: string;
  /** Values of a new account that the invitation or its club already has. */
  known: { fullName: string; state: string; city: string };
  /** Kind of account whose password the link below the sign-in resets. */
  forgot: "manager" | "coach";
  labels: {
    /** The button that creates the account. */
    create: string;
    /** 'the team is added to it' */
    added: string;
    /** Label of the button for a signed-in user. */
    join: string;
  };
  /** The account that the invited address was merged into, its email shortened. */
  keptAccount: { name: string; email: string } | null;
  reply?: FormReply;
}

/** Shows the reader's next step: create an account, sign in to one, or only confirm. */
export function JoinSteps({
  step,
  signedInAs,
  keptAccount,
  ...steps
}: Steps & { step: "create" | "sign-in" | "join"; signedInAs: string | null }) {
  const Step = { create: CreateAccount, "sign-in": SignIn, join: Join }[step];
  return (
    <>
      {keptAccount ? (
        <Notice>
          <p>
            {steps.email} was merged into the account of {keptAccount.name} ({keptAccount.email}). Join with
            that account.
          </p>
        </Notice>
      ) : null}
      {signedInAs ? (
        <Notice>
          <p>
            You are signed in as {signedInAs}. This invitation is for {steps.email}: joining signs you in as
            that person instead.
          </p>
        </Notice>
      ) : null}
      <Step {...steps} keptAccount={keptAccount} />
    </>
  );
}

const LockedEmail = ({ email }: { email: string }) => (
  <UsernameField
    label="Email Address"
    type="email"
    hint="The invitation belongs to this address."
    value={email}
  />
);

const inputs = inputsOf(newStaffFields);

function CreateAccount({ email, known, labels, reply }: Steps) {
  return (
    <section>
      <h2>Create Your Account</h2>
      <p>This account is FREE - the club has already covered all costs.</p>
      <PostForm reply={reply}>
        <Person known={known} reply={reply} />
        <LockedEmail email={email} />
        <TextField {...inputs.phone} type="tel" autoComplete="tel" />
        <NewPasswordFields label="Password" confirmLabel="Confirm Password" needs="nothing" />
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
          <SubmitButton busy="Creating Account...">{labels.create}</SubmitButton>
        </Buttons>
      </PostForm>
    </section>
  );
}

/** Asks for name, state and city. Known values are shown as text, with their fields behind 'Change'. */
function Person({ known, reply }: Pick<Steps, "known" | "reply">) {
  const changed = (["fullName", "state", "city"] as const).some(
    (field) => reply?.errors[field] || (known[field] && reply && reply.values[field] !== known[field]),
  );
  const name = <TextField {...inputs.fullName} value={known.fullName} autoComplete="name" />;
  const place = (
    <>
      <SelectField
        {...inputs.state}
        hint="State and city are your club's. Change them if yours are others."
        value={known.state}
        choices={stateChoices}
        empty="Choose your state"
        autoComplete="address-level1"
      />
      <TextField {...inputs.city} value={known.city} autoComplete="address-level2" />
    </>
  );
  if (changed || !known.state || !known.city) {
    return (
      <>
        {name}
        {place}
      </>
    );
  }
  const home = ["Home", `${known.city}, ${known.state}`] as const;
  return (
    <>
      {known.fullName ? null : name}
      <Facts facts={known.fullName ? [["Full Name", known.fullName], home] : [home]} />
      <details>
        <summary>{known.fullName ? "Change name, state or city" : "Change state or city"}</summary>
        {known.fullName ? name : null}
        {place}
      </details>
    </>
  );
}

function SignIn({ email, keptAccount, forgot, labels, reply }: Steps) {
  return (
    <section>
      <h2>Sign in to join</h2>
      <p>
        {keptAccount ? (
          <>
            Sign in with the password of {keptAccount.email}, and {labels.added}.
          </>
        ) : (
          <>
            This email address has a {brand.name} account already. Sign in with its password, and{" "}
            {labels.added}.
          </>
        )}
      </p>
      <PostForm reply={reply}>
        <LockedEmail email={email} />
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
        <a href={href("/account/forgot-password", { for: forgot })}>Forgot your password?</a> Choose a new one
        first, then open this invitation again.
      </p>
    </section>
  );
}

function Join({ email, labels }: Steps) {
  return (
    <section>
      <p>You are signed in as {email}.</p>
      <ButtonForm>
        <Buttons>
          <SubmitButton>{labels.join}</SubmitButton>
        </Buttons>
      </ButtonForm>
    </section>
  );
}
