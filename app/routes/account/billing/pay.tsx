import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { bindSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { paymentSchema } from "#app/domain/control/billing/forms.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { mayOpenPayment } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import {
  findClubByPaymentLink,
  findRepayment,
  findUnpaidOf,
  startRepayment,
} from "#app/journeys/billing/repayment.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { answerPayment, cameBack, tooManyPayments } from "./answer-payment.server.ts";
import { PayForm, PaymentNotice } from "./pay-form.tsx";

export const handle = { scripted: true };
export const meta = () => title("Pay for your club");

/** Loads the page behind the link that is emailed after a failed bank payment. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const club = await findClubByPaymentLink(control, query.get("token"));
  if (!club) return { club: null };
  return {
    club: { name: club.name, plan: club.plan, email: club.email },
    repayment: await findRepayment(control, club),
    unpaid: cameBack(query) ? await findUnpaidOf(control, club.code) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const { control } = ctx;
  const token = new URL(args.request.url).searchParams.get("token") ?? "";
  const reading = await readForm(args.request, paymentSchema);
  if (!reading.ok) return reading.answer;
  const notReady = href("/pay", { token });
  const club = await findClubByPaymentLink(control, token);
  if (!club) return answerPayment({ ok: false, problem: "not-ready" }, { notReady });
  if (!(await mayOpenPayment(ctx.client.ip))) return tooManyPayments(ctx);
  const { browserHash, cookie } = await bindSignupBrowser(args.request);
  const start = await startRepayment(control, club, {
    shownAttempt: reading.value.attempt,
    browserHash,
    cancelPath: href("/pay", { token, payment: "back" }),
  });
  return answerPayment(start, { notReady, cookie });
}

export default function Pay() {
  const data = useLoaderData<typeof loader>();
  if (!data.club || data.repayment.state === "nothing-to-pay") return <NothingToPay />;
  const plan = planOf(data.club.plan);
  if (data.repayment.state === "on-its-way") {
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
      <PaymentNotice unpaid={data.unpaid} attempt={attempt} />
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
