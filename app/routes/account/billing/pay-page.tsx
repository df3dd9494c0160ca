import { formatPrice, type PlanId, planOf } from "#app/domain/control/billing/plans.ts";
import type { Repayment, Unpaid } from "#app/journeys/billing/repayment.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { PayForm, PaymentNotice } from "./pay-form.tsx";

type Data =
  | { club: null }
  | { club: { name: string; plan: PlanId; email: string }; repayment: Repayment; unpaid: Unpaid | null };

export function PayPage({ data }: { data: Data }) {
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
