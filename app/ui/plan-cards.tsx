import type { ReactNode } from "react";

interface PlanCard {
  id: string;
  name: string;
  /** As people read it: '$749'. */
  price: string;
  description: string;
}

/** The packages side by side. They differ only in size, so each lists the same features. */
export function PlanCards<P extends PlanCard>(props: {
  plans: readonly P[];
  features: readonly string[];
  level?: 2 | 3;
  action: (plan: P) => ReactNode;
}) {
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <div className="plans">
      {props.plans.map((plan) => (
        <section key={plan.id} className="card plan" aria-labelledby={`plan-${plan.id}`}>
          <Heading id={`plan-${plan.id}`}>{plan.name}</Heading>
          <p className="price">
            {plan.price} <small>per year</small>
          </p>
          <p>{plan.description}</p>
          <ul>
            {props.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <div>{props.action(plan)}</div>
        </section>
      ))}
    </div>
  );
}
