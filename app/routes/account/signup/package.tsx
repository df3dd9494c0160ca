import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser, readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { formatPrice, planFeatures, plans, readPlan } from "#app/domain/control/billing/plans.ts";
import { mayStartSignup, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { findOpenSignup, packageForm, saveSignup } from "#app/domain/control/signup/signups.server.ts";
import { signupSteps, TOO_MANY_SIGNUPS } from "#app/domain/control/signup/signups.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Choose Your Club Package");

/** Sign-up, step 1. `?plan=` goes straight to step 2, which carries it in its form: a GET changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const wanted = readPlan(new URL(args.request.url).searchParams.get("plan"));
  if (wanted) throw redirect(`/signup/details?plan=${wanted}`);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  return json({ chosen: draft?.plan ?? null });
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const reading = await readForm(args.request, packageForm);
  if (!reading.ok) return reading.answer;
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const { plan } = reading.value;
  const before = await findOpenSignup(control, browserHash);
  if (!before && !(await mayStartSignup(client.ip))) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_SIGNUPS }, 429);
  }
  // Another price is another agreement: the details are confirmed again.
  await saveSignup(control, browserHash, before?.plan === plan ? { plan } : { plan, agreed_at: null });
  return redirect("/signup/details", { status: 303, headers: { "Set-Cookie": cookie } });
}

export default function Package() {
  const { chosen } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <SitePage
      title="Choose Your Club Package"
      lead="One yearly price, by the number of players in your club. Coaches and managers join for free."
      width="wide"
    >
      <Steps current={1} names={signupSteps.map(({ name }) => name)} />
      <PostForm reply={reply} className="form form-wide">
        <div className="plans" id="field-plan">
          {plans.map((plan) => (
            <section key={plan.id} className="card plan">
              <h2>
                {plan.name} {chosen === plan.id ? <Badge tone="accent">Chosen</Badge> : null}
              </h2>
              <p className="price">
                {formatPrice(plan.priceCents)} <small>/year</small>
              </p>
              <p>{plan.description}</p>
              <ul>
                {planFeatures.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              <div>
                <SubmitButton name="plan" value={plan.id} look={look(plan.id, chosen)}>
                  Choose {plan.name}
                </SubmitButton>
              </div>
            </section>
          ))}
        </div>
      </PostForm>
      <p>30-day verification period, CSV import preferred, manual verification available</p>
      <p>
        Paid in advance for one year; nothing renews by itself. <a href="/">Back to the home page</a>
      </p>
    </SitePage>
  );
}

const look = (plan: string, chosen: string | null) =>
  plan === (chosen ?? "standard") ? "primary" : "secondary";
