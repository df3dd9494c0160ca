import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser, readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { formatPrice, planFeatures, plans, readPlan } from "#app/domain/control/billing/plans.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { packageSchema } from "#app/domain/control/signup/forms.server.ts";
import { signupSteps, TOO_MANY_SIGNUPS } from "#app/domain/control/signup/labels.ts";
import { findOpenSignup, saveSignup } from "#app/domain/control/signup/signups.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { extra: "plans" };

export const meta = () =>
  title(
    "Choose Your Club Package",
    "Three packages by number of players, one payment for one year, nothing renews by itself.",
  );

/** Loads step 1 of sign-up. `?plan=` skips to step 2 without saving anything, because a GET changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const plan = readPlan(new URL(args.request.url).searchParams.get("plan"));
  if (plan) throw redirect(href("/signup/details", { plan }));
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  return { chosen: draft?.plan ?? null };
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const reading = await readForm(args.request, packageSchema);
  if (!reading.ok) return reading.answer;
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const { plan } = reading.value;
  const draft = await findOpenSignup(control, browserHash);
  if (!draft && !(await mayUse("signup-client", client.ip))) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_SIGNUPS }, 429);
  }
  // A different price needs a new agreement to the terms.
  await saveSignup(control, browserHash, draft?.plan === plan ? { plan } : { plan, agreed_at: null });
  return redirect("/signup/details", { status: 303, headers: { "Set-Cookie": cookie } });
}

export default function Package() {
  const { chosen } = useLoaderData<typeof loader>();
  return (
    <SitePage
      title="Choose Your Club Package"
      lead="One yearly price, by the number of players in your club. Every package has everything."
      width="wide"
    >
      <Steps current={1} names={signupSteps} />
      <PostForm className="form form-wide">
        <div className="plans" id="field-plan">
          {plans.map((plan) => (
            <section key={plan.id} className="card plan">
              <div>
                <h2>
                  {plan.name} {chosen === plan.id ? <Badge strong>Chosen</Badge> : null}
                </h2>
                <p>{plan.description}</p>
              </div>{" "}
              <p className="price">
                {formatPrice(plan.priceCents)} <small>per year</small>
              </p>{" "}
              <SubmitButton name="plan" value={plan.id} look={look(plan.id, chosen)}>
                Choose {plan.name}
              </SubmitButton>
            </section>
          ))}
        </div>
      </PostForm>
      <h2>In every package</h2>
      <ul className="included">
        {planFeatures.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p>
        Choose by your own estimate. Within 30 days of signing up you show us your number of players: a list
        from your registration software is best, and our staff look at it by hand. If it fits another package,
        we refund or invoice the difference.
      </p>
      <p>
        Paid in advance for one year; nothing renews by itself. <a href="/">Back to the home page</a>
      </p>
    </SitePage>
  );
}

const look = (plan: string, chosen: string | null) =>
  plan === (chosen ?? "standard") ? "primary" : "secondary";
