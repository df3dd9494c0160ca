import { formatPrice, type PlanId, planOf } from "#app/domain/control/billing/plans.ts";
import { signupSteps } from "#app/domain/control/signup/labels.ts";
import { count } from "#app/domain/values/pluralize.ts";
import type { Unpaid } from "#app/journeys/billing/repayment.server.ts";
import { PayForm, PaymentNotice } from "#app/routes/account/billing/pay-form.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";

interface Order {
  /** For somebody who came back from Stripe's page. */
  unpaid: Unpaid | null;
  attempt: number;
  plan: PlanId;
  clubName: string;
  contactName: string;
  email: string;
  location: string;
  players: number;
}

export function PaymentPage({ data }: { data: Order }) {
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
