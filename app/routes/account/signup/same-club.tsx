import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { sameClubSchema } from "#app/domain/control/signup/forms.server.ts";
import { signupSteps } from "#app/domain/control/signup/labels.ts";
import { findSameClub, sendWayIn } from "#app/domain/control/signup/same-club.server.ts";
import { findOpenSignup, saveSignup } from "#app/domain/control/signup/signups.server.ts";
import { confirmationOf, readyToPay } from "#app/domain/control/signup/signups.ts";
import { stateName } from "#app/domain/values/states.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { PostForm, useReply } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Is It the Same Club?");

/**
 * Loads the page between steps 2 and 3, for details of a club that signed up before
 * (product/accounts.md#signing-up-again).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  if (!readyToPay(draft)) throw redirect(draft?.plan ? "/signup/details" : "/signup");
  const same = await findSameClub(control, draft);
  if (!same) throw redirect("/signup/payment");
  return {
    clubName: draft.club_name,
    state: stateName(draft.state),
    email: draft.email,
    byName: same.byName,
    byEmail: same.byEmail,
    paid: same.clubCode !== null,
    mailed: new URL(args.request.url).searchParams.get("answer") === "same",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { control, client } = await publicContext(args);
  const reading = await readForm(args.request, sameClubSchema);
  if (!reading.ok) return reading.answer;
  const browserHash = await readSignupBrowser(args.request);
  const draft = await findOpenSignup(control, browserHash);
  if (!browserHash || !readyToPay(draft)) return redirect("/signup", 303);
  if (reading.value.answer === "other") {
    await saveSignup(control, browserHash, { other_club: confirmationOf(draft) });
    return redirect("/signup/payment", 303);
  }
  const same = await findSameClub(control, draft);
  if (same) await sendWayIn(control, draft, same, client.ip);
  return redirect("/signup/same-club?answer=same", 303);
}

interface Data {
  clubName: string;
  state: string;
  email: string;
  byName: boolean;
  byEmail: boolean;
  /** A club exists; otherwise a payment is open in another browser. */
  paid: boolean;
  mailed: boolean;
}

/** Shows only what was typed in this browser. */
export default function SameClub() {
  const data = useLoaderData<typeof loader>();
  const reply = useReply();
  if (data.mailed && !reply) return <Mailed data={data} />;
  return (
    <SitePage title="Is it the same club?" lead={found(data)} width="narrow">
      <Steps current={2} names={signupSteps} />
      <p>Nothing is charged yet. A club pays once for everybody in it.</p>
      <PostForm>
        <RadioField
          name="answer"
          label="Which is it?"
          choices={[
            {
              value: "same",
              label: "It is the same club",
              hint: data.paid
                ? "We mail you the way in: the login code, and a link to set the password if that is still to be done."
                : "We mail you the link to the open payment.",
            },
            { value: "other", label: "It is another club", hint: "Continue to payment." },
          ]}
          card
          required
        />
        <Buttons>
          <SubmitButton>Continue</SubmitButton>
          <ButtonLink href="/signup/details" look="quiet">
            Change the Details
          </ButtonLink>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}

function found({ clubName, state, email, byName, byEmail, paid }: Data): string {
  if (!paid)
    return `A payment for a club with the email ${email} was opened in another browser and is not finished.`;
  if (byName && byEmail) return `${clubName} in ${state} has signed up before, with this email address.`;
  if (byName) return `A club called ${clubName} in ${state} has signed up before.`;
  return `A club has signed up before with the email ${email}.`;
}

function Mailed({ data }: { data: Data }) {
  return (
    <SitePage
      title="Check your email"
      lead={
        data.paid
          ? "We have sent the way in to the email address that the club signed up with. Nothing was charged."
          : `We have sent the link to the open payment to ${data.email}. Nothing was charged here.`
      }
      width="narrow"
    >
      <p>It can take a few minutes. Nobody there who can read that mail? Contact support, and we help.</p>
      <Buttons>
        {data.paid ? (
          <ButtonLink look="primary" href="/club/login">
            Sign In
          </ButtonLink>
        ) : null}
        <ButtonLink href="/contact">Contact support</ButtonLink>
        <ButtonLink look="quiet" href="/signup/same-club">
          It is another club
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}
