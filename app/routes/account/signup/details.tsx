import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser, readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { formatPrice, largerPlanNeeded, planOf, readPlan } from "#app/domain/control/billing/plans.ts";
import { mayStartSignup, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import {
  detailsForm,
  detailsFrom,
  draftFrom,
  findOpenSignup,
  saveSignup,
} from "#app/domain/control/signup/signups.server.ts";
import { readPlayers, signupSteps, TOO_MANY_SIGNUPS } from "#app/domain/control/signup/signups.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/choices.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Club Information");

/** Sign-up, step 2. The package comes from the address or the draft; without one, step 1 comes first. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  const plan = readPlan(new URL(args.request.url).searchParams.get("plan")) ?? draft?.plan;
  if (!plan) throw redirect("/signup");
  return json({
    plan,
    draft: {
      clubName: draft?.club_name ?? "",
      contactName: draft?.contact_name ?? "",
      email: draft?.email ?? "",
      phone: draft?.phone ?? "",
      state: draft?.state ?? "",
      city: draft?.city ?? "",
      estimatedPlayers: draft?.estimated_players ?? "",
      description: draft?.description ?? "",
      agreed: Boolean(draft?.agreed_at) && draft?.plan === plan,
    },
  });
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const posted = await postedForm(args.request);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const headers = { "Set-Cookie": cookie };
  const intent = posted.get("intent");
  const mayKeep = async () =>
    (await findOpenSignup(control, browserHash)) !== null || (await mayStartSignup(client.ip));
  if (intent === "back") {
    const plan = readPlan(posted.get("plan"));
    if (!(await mayKeep())) return redirect("/signup", 303);
    await saveSignup(control, browserHash, { ...draftFrom(posted), ...(plan ? { plan } : {}) });
    return redirect("/signup", { status: 303, headers });
  }

  const reading = readFields(posted, detailsForm);
  if (!reading.ok) return reading.answer;
  const larger = largerPlanNeeded(reading.value.plan, reading.value.estimatedPlayers);
  if (larger && intent !== "switch") {
    const { name, description } = planOf(reading.value.plan);
    return reading.refuse({
      estimatedPlayers: `The ${name} package is for ${lower(description)}. Your estimate fits ${larger.name} (${lower(larger.description)}). Switch, or correct the number.`,
    });
  }
  if (!(await mayKeep())) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_SIGNUPS }, 429);
  }
  await saveSignup(control, browserHash, {
    ...detailsFrom(reading.value),
    ...(larger ? { plan: larger.id } : {}),
  });
  if (!larger) return redirect("/signup/payment", { status: 303, headers });
  const answer = await redirectWith(
    "/signup/payment",
    `You switched to ${larger.name}: ${lower(larger.description)}, ${formatPrice(larger.priceCents)}/year.`,
  );
  answer.headers.append("Set-Cookie", cookie);
  return answer;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export default function Details() {
  const { plan, draft } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const chosen = planOf(readPlan(reply?.values.plan) ?? plan);
  const larger = reply?.errors.estimatedPlayers ? suggestion(chosen.id, reply) : null;
  return (
    <SitePage
      title="Club Information"
      lead={`You chose ${chosen.name}: ${lower(chosen.description)}, ${formatPrice(chosen.priceCents)}/year.`}
      width="narrow"
    >
      <Steps current={2} names={signupSteps.map(({ name }) => name)} />
      <PostForm reply={reply}>
        <Hidden name="plan" value={chosen.id} />
        <TextField
          name="clubName"
          label="Club Name"
          value={draft.clubName}
          autoComplete="organization"
          maxLength={80}
          required
        />
        <TextField
          name="contactName"
          label="Contact Name"
          value={draft.contactName}
          autoComplete="name"
          maxLength={80}
          required
        />
        <TextField
          name="email"
          label="Email"
          type="email"
          value={draft.email}
          autoComplete="email"
          maxLength={254}
          hint="The login code and the link to set your password go here."
          required
        />
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          value={draft.phone}
          autoComplete="tel"
          maxLength={40}
        />
        <SelectField
          name="state"
          label="State"
          value={draft.state}
          choices={stateChoices}
          empty="Select a state"
          autoComplete="address-level1"
          required
        />
        <TextField
          name="city"
          label="City"
          value={draft.city}
          autoComplete="address-level2"
          maxLength={80}
          required
        />
        <TextField
          name="estimatedPlayers"
          label="Estimated Number of Players"
          value={draft.estimatedPlayers}
          inputMode="numeric"
          maxLength={12}
          width="short"
          required
        />
        {larger ? (
          <p>
            <SubmitButton look="secondary" name="intent" value="switch">
              Switch to {larger.name} for {formatPrice(larger.priceCents)}/year and continue
            </SubmitButton>
          </p>
        ) : null}
        <TextArea
          name="description"
          label="Additional Information"
          value={draft.description}
          maxLength={2000}
        />
        <Notice tone="minor" title="Verification Requirements">
          <p>
            Within 30 days of signing up, your club verifies its number of players with a roster. If the real
            number fits another package, the price is adjusted: we refund what you overpaid, or you pay the
            difference within 7 days.
          </p>
        </Notice>
        <CheckboxField
          name="agreedToTerms"
          checked={draft.agreed}
          label={
            <>
              I agree to the{" "}
              <a href="/terms" target="_blank" rel="noreferrer">
                Terms of Service
              </a>{" "}
              and the{" "}
              <a href="/privacy" target="_blank" rel="noreferrer">
                Privacy Policy
              </a>{" "}
              (both open in a new tab)
            </>
          }
          required
        />
        <Buttons>
          <SubmitButton>Continue to Payment</SubmitButton>
          <SubmitButton look="secondary" name="intent" value="back">
            Back to Package Selection
          </SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}

function suggestion(chosen: ReturnType<typeof planOf>["id"], reply: FormReply) {
  const players = readPlayers(String(reply.values.estimatedPlayers ?? ""));
  return players === null ? null : largerPlanNeeded(chosen, players);
}
