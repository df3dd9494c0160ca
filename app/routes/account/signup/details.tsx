import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser, readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { formatPrice, largerPlanNeeded, planOf, readPlan } from "#app/domain/control/billing/plans.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { detailsFields } from "#app/domain/control/signup/fields.ts";
import { detailsSchema } from "#app/domain/control/signup/forms.server.ts";
import {
  lowerFirst,
  planTooSmall,
  signupSteps,
  switchedTo,
  TOO_MANY_SIGNUPS,
} from "#app/domain/control/signup/labels.ts";
import { findSameClub } from "#app/domain/control/signup/same-club.server.ts";
import {
  detailsFrom,
  draftFrom,
  findOpenSignup,
  saveSignup,
} from "#app/domain/control/signup/signups.server.ts";
import { existingPlatforms, fieldsOf, readPlayers } from "#app/domain/control/signup/signups.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, choicesOf, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () =>
  title(
    "Club Information",
    "Your club's name, place and number of players, before you pay for its first year.",
  );

/** Loads step 2 of sign-up. Without a package, in the address or the draft, step 1 comes first. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  const plan = readPlan(new URL(args.request.url).searchParams.get("plan")) ?? draft?.plan;
  if (!plan) throw redirect("/signup");
  return { plan, draft: fieldsOf(draft, plan) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const posted = await postedForm(args.request);
  return posted.get("intent") === "back"
    ? backToPackage(ctx, args.request, posted)
    : submitDetails(ctx, args.request, posted);
}

const inputs = inputsOf(detailsFields);

export default function Details() {
  const { plan, draft } = useLoaderData<typeof loader>();
  const reply = useReply();
  const chosen = planOf(readPlan(reply?.values.plan) ?? plan);
  const larger = reply?.errors.estimatedPlayers ? suggestedPlan(chosen.id, reply) : null;
  return (
    <SitePage
      title="Club Information"
      lead={`You chose ${chosen.name}: ${lowerFirst(chosen.description)}, ${formatPrice(chosen.priceCents)}/year.`}
      width="narrow"
    >
      <Steps current={2} names={signupSteps} />
      <PostForm>
        <Hidden name="plan" value={chosen.id} />
        <TextField {...inputs.clubName} value={draft.clubName} autoComplete="organization" />
        <TextField {...inputs.contactName} value={draft.contactName} autoComplete="name" />
        <TextField
          {...inputs.email}
          type="email"
          value={draft.email}
          autoComplete="email"
          hint="The login code and the link to set your password go here."
        />
        <TextField {...inputs.phone} type="tel" value={draft.phone} autoComplete="tel" />
        <SelectField
          {...inputs.state}
          value={draft.state}
          choices={stateChoices}
          empty="Select a state"
          autoComplete="address-level1"
        />
        <TextField {...inputs.city} value={draft.city} autoComplete="address-level2" />
        <TextField
          {...inputs.estimatedPlayers}
          value={draft.estimatedPlayers}
          inputMode="numeric"
          width="short"
        />
        {larger ? (
          <p>
            <SubmitButton look="secondary" name="intent" value="switch">
              Switch to {larger.name} for {formatPrice(larger.priceCents)}/year and continue
            </SubmitButton>
          </p>
        ) : null}
        <SelectField
          {...inputs.existingPlatform}
          hint="It helps us help you with the first import."
          value={draft.existingPlatform}
          choices={choicesOf(existingPlatforms)}
          empty="None, or prefer not to say"
        />
        <TextArea {...inputs.description} value={draft.description} />
        <Notice title="An estimate is enough for now">
          <p>
            Within 30 days of signing up you verify it with a roster or registration list. If your number of
            players fits another package, we refund what you overpaid, or you pay the difference within 7
            days.
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

function suggestedPlan(chosen: ReturnType<typeof planOf>["id"], reply: FormReply) {
  const players = readPlayers(String(reply.values.estimatedPlayers ?? ""));
  return players === null ? null : largerPlanNeeded(chosen, players);
}

/** Saves the unfinished form and returns to step 1. */
async function backToPackage(
  { control, client }: PublicContext,
  request: Request,
  posted: FormData,
): Promise<Response> {
  const { browserHash, cookie } = await bindSignupBrowser(request);
  if (!(await maySave(control, browserHash, client.ip))) return redirect("/signup", 303);
  const plan = readPlan(posted.get("plan"));
  await saveSignup(control, browserHash, { ...draftFrom(posted), ...(plan ? { plan } : {}) });
  return redirect("/signup", { status: 303, headers: { "Set-Cookie": cookie } });
}

/**
 * Saves the details and redirects to step 3; an estimate over the plan's limit needs the button that switches plans.
 */
async function submitDetails(
  { control, client, note }: PublicContext,
  request: Request,
  posted: FormData,
): Promise<Response> {
  const { browserHash, cookie } = await bindSignupBrowser(request);
  const reading = readFields(posted, detailsSchema);
  if (!reading.ok) return reading.answer;
  const { plan, estimatedPlayers } = reading.value;
  const larger = largerPlanNeeded(plan, estimatedPlayers);
  if (larger && posted.get("intent") !== "switch") {
    return reading.refuse({ estimatedPlayers: planTooSmall(planOf(plan), larger) });
  }
  if (
    !(await mayUse("signup-details-client", client.ip)) ||
    !(await maySave(control, browserHash, client.ip))
  ) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_SIGNUPS }, 429);
  }
  const switched = larger ? { plan: larger.id } : {};
  await saveSignup(control, browserHash, { ...detailsFrom(reading.value), ...switched });
  const draft = await findOpenSignup(control, browserHash);
  const next = draft && (await findSameClub(control, draft)) ? "/signup/same-club" : "/signup/payment";
  if (!larger) return redirect(next, { status: 303, headers: { "Set-Cookie": cookie } });
  const answer = await redirectWith(next, switchedTo(larger));
  answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** Tells whether a sign-up may be saved: continuing one is always allowed; starting one is limited per client. */
const maySave = async (control: PublicContext["control"], browserHash: string, ip: string) =>
  (await findOpenSignup(control, browserHash)) !== null || mayUse("signup-client", ip);
