import { formatPrice, type PlanId, planFeatures, plans } from "#app/domain/control/billing/plans.ts";
import { signupSteps } from "#app/domain/control/signup/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";

export function PackagePage({ chosen }: { chosen: PlanId | null }) {
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
