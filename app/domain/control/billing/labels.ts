import type { SubscriptionState } from "./subscription-state.ts";

/** Why Stripe's payment page could not be opened. */
export const NOT_INITIALIZED = "Failed to initialize payment";

export const TOO_MANY_PAYMENTS =
  "Too many payment pages were opened from here. Please wait an hour, or contact support";

export const subscriptionLabels: Record<SubscriptionState, string> = {
  active: "Active",
  processing: "Payment processing",
  ended: "Ended",
};
