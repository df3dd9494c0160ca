import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { paymentSchema } from "#app/domain/control/billing/forms.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { signupSteps } from "#app/domain/control/signup/labels.ts";
import { findSameClub } from "#app/domain/control/signup/same-club.server.ts";
import { findOpenSignup } from "#app/domain/control/signup/signups.server.ts";
import { readyToPay } from "#app/domain/control/signup/signups.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { findUnpaid } from "#app/journeys/billing/repayment.server.ts";
import { startPayment } from "#app/journeys/billing/start-payment.server.ts";
import {
  answerPayment,
  cameBack,
  tooManyPayments,
} from "#app/routes/account/billing/answer-payment.server.ts";
import { PayForm, PaymentNotice } from "#app/routes/account/billing/pay-form.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { scripted: true };
export const meta = () => title("Complete Your Subscription");

/** Loads step 3 of sign-up: the order, and the button to Stripe's payment page. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const draft = await findOpenSignup(control, await readSignupBrowser(args.request));
  // Paid meanwhile, and back by the browser's button: the success page knows this browser's club.
  if (!draft && cameBack(query)) throw redirect("/success");
  if (!readyToPay(draft)) throw redirect(draft?.plan ? "/signup/details" : "/signup");
  if (await findSameClub(control, draft)) throw redirect("/signup/same-club");
  const unpaid = cameBack(query) ? await findUnpaid(control, draft.id) : null;
  if (unpaid?.state === "paid") throw redirect(href("/success", { session_id: unpaid.sessionId }));
  return {
    unpaid,
    attempt: draft.attempt,
    plan: draft.plan,
    clubName: draft.club_name,
    contactName: draft.contact_name,
    email: draft.email,
    location: `${draft.city}, ${draft.state}`,
    players: draft.estimated_players,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const { control } = ctx;
  const reading = await readForm(args.request, paymentSchema);
  if (!reading.ok) return reading.answer;
  const signup = await findOpenSignup(control, await readSignupBrowser(args.request));
  // Paid in another tab or by the webhook meanwhile: the success page shows it, or where to go on.
  if (!signup) return redirect("/success", 303);
  if (readyToPay(signup) && (await findSameClub(control, signup))) return redirect("/signup/same-club", 303);
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const start = await startPayment(control, signup, { shownAttempt: reading.value.attempt });
  return answerPayment(start, { notReady: "/signup/details" });
}

export default function Payment() {
  const data = useLoaderData<typeof loader>();
  const plan = planOf(data.plan);
  return (
    <SitePage
      title="Complete Your Subscription"
      lead="Check your order, then pay on Stripe's secure page by card or from a US bank account."
      width="narrow"
    >
      <Steps current={3} names={signupSteps} />
      <PaymentNotice unpaid={data.unpaid} attempt={data.attempt} />
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
