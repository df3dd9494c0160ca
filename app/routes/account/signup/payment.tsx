import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { findOpenSignup, paymentForm } from "#app/domain/control/signup/signups.server.ts";
import { readyToPay, signupSteps } from "#app/domain/control/signup/signups.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { startPayment } from "#app/journeys/billing/start-payment.server.ts";
import { answerPayment, tooManyPayments } from "#app/routes/account/billing/answer-payment.server.ts";
import { PayForm, PaymentFailed } from "#app/routes/account/billing/pay-form.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Complete Your Subscription");

/** Sign-up, step 3: what is bought, for whom, and the way to Stripe's payment page. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  if (!readyToPay(draft)) throw redirect(draft?.plan ? "/signup/details" : "/signup");
  return json({
    failed: new URL(args.request.url).searchParams.get("payment") === "failed",
    attempt: draft.attempt,
    plan: draft.plan,
    clubName: draft.club_name,
    contactName: draft.contact_name,
    email: draft.email,
    location: `${draft.city}, ${draft.state}`,
    players: draft.estimated_players,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const { control } = ctx;
  const reading = await readForm(args.request, paymentForm);
  if (!reading.ok) return reading.answer;
  const signup = await findOpenSignup(control, await readSignupBrowser(args.request));
  // Paid meanwhile, in another tab or by the webhook: the success page shows it, or says where to go on.
  if (!signup) return redirect("/success", 303);
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const start = await startPayment(control, signup, { shownAttempt: reading.value.attempt });
  return answerPayment(start, { notReady: "/signup/details" });
}

export default function Payment() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const plan = planOf(data.plan);
  return (
    <SitePage
      title="Complete Your Subscription"
      lead="Check your order, then pay on Stripe's secure page by card or from a US bank account."
      width="narrow"
    >
      <Steps current={3} names={signupSteps.map(({ name }) => name)} />
      {reply || data.failed ? <PaymentFailed message={reply?.errors[""]} attempt={data.attempt} /> : null}
      <Card title="Your plan">
        <Facts
          facts={[
            ["Package", plan.name],
            ["Price", `${formatPrice(plan.priceCents)}/year`],
            ["For", plan.description],
            ["Club", data.clubName],
            ["Location", data.location],
            ["Contact", data.contactName],
            ["Email", data.email],
            ["Players", count(data.players)],
          ]}
        />
        <p>
          <a href="/signup/details">Change these details</a> · <a href="/signup">Change the package</a>
        </p>
      </Card>
      <PayForm attempt={data.attempt}>Subscribe for {formatPrice(plan.priceCents)}/year</PayForm>
      <p>
        By subscribing you agree to the <a href="/terms">Terms of Service</a>. You pay in advance for one year
        and can cancel anytime: nothing renews by itself.
      </p>
      <p>
        <ButtonLink href="/signup/details" look="quiet">
          Back to Club Information
        </ButtonLink>
      </p>
    </SitePage>
  );
}
