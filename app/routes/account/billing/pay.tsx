import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { paymentForm } from "#app/domain/control/signup/signups.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { clubOfPaymentLink, findRepayment, startRepayment } from "#app/journeys/billing/repayment.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { answerPayment, tooManyPayments } from "./answer-payment.server.ts";
import { PayForm, PaymentFailed } from "./pay-form.tsx";

export const meta = () => title("Pay for your club");

const addressOf = (request: Request) => new URL(request.url);

/** The page behind the link that is mailed when a bank payment failed. Opening it changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const { searchParams } = addressOf(args.request);
  const club = await clubOfPaymentLink(control, searchParams.get("token"));
  if (!club) return json({ club: null });
  return json({
    club: { name: club.name, plan: club.plan, email: club.email },
    repayment: await findRepayment(control, club),
    failed: searchParams.get("payment") === "failed",
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const { control } = ctx;
  const { pathname, searchParams } = addressOf(args.request);
  const token = searchParams.get("token");
  const here = `${pathname}?${new URLSearchParams({ token: token ?? "" })}`;
  const reading = await readForm(args.request, paymentForm);
  if (!reading.ok) return reading.answer;
  const club = await clubOfPaymentLink(control, token);
  if (!club) return answerPayment({ refused: "not ready" }, { notReady: here });
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const start = await startRepayment(control, club, {
    shownAttempt: reading.value.attempt,
    browserHash,
    cancelPath: `${here}&payment=failed`,
  });
  return answerPayment(start, { notReady: here, cookie });
}

export default function Pay() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  if (!data.club || data.repayment.state === "nothing to pay") return <NothingToPay />;
  const plan = planOf(data.club.plan);
  if (data.repayment.state === "on its way") {
    return (
      <SitePage title="Payment on its way" width="narrow">
        <Notice tone="minor">
          <p>
            The bank payment of {data.club.name} takes up to 4 business days. We will write to{" "}
            {data.club.email} when it has arrived.
          </p>
        </Notice>
      </SitePage>
    );
  }
  const { attempt } = data.repayment;
  return (
    <SitePage
      title={`Pay for ${data.club.name}`}
      lead="The last payment did not go through. Everything is back as soon as a payment arrives."
      width="narrow"
    >
      {reply || data.failed ? <PaymentFailed message={reply?.errors[""]} attempt={attempt} /> : null}
      <Card title="Your plan">
        <Facts
          facts={[
            ["Package", plan.name],
            ["Price", `${formatPrice(plan.priceCents)}/year`],
            ["For", plan.description],
          ]}
        />
      </Card>
      <PayForm attempt={attempt}>Subscribe for {formatPrice(plan.priceCents)}/year</PayForm>
      <p>You pay on Stripe's secure page, by card or from a US bank account. Nothing renews by itself.</p>
    </SitePage>
  );
}

function NothingToPay() {
  return (
    <SitePage title="Nothing to pay here" width="narrow">
      <p>
        This payment link was used already, or it has expired. If your club is paused, sign in to pay again.
      </p>
      <Buttons>
        <ButtonLink look="primary" href="/club/login">
          Sign In
        </ButtonLink>
        <ButtonLink href="/contact">Contact support</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
