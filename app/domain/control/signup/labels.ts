import { formatPrice, type Plan } from "#app/domain/control/billing/plans.ts";

/** The wizard's steps. */
export const signupSteps = ["Package", "Details", "Payment"] as const;

/** Message when an address has started too many sign-ups this hour. */
export const TOO_MANY_SIGNUPS =
  "Many sign-ups were already started from here. Please wait an hour and send this form again, or contact support.";

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the message at the number of players when it needs a larger plan. */
export const planTooSmall = (chosen: Plan, larger: Plan) =>
  `The ${chosen.name} package is for ${lowerFirst(chosen.description)}. Your estimate fits ${larger.name} (${lowerFirst(larger.description)}). Switch, or correct the number.`;

export const switchedTo = (plan: Plan) =>
  `You switched to ${plan.name}: ${lowerFirst(plan.description)}, ${formatPrice(plan.priceCents)}/year.`;
