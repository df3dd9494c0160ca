import type { Platform } from "#app/db/platform.server.ts";
import { findCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { completeCheckout } from "#app/journeys/signup/sign-up.server.ts";
import { log } from "#app/observability/log.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";

export type RenewalEnd = "paid" | "processing" | "failed" | "held" | "open" | "waiting";

/**
 * Looks at a renewal's payment for who comes back from Stripe. Another club's session is as if nothing was paid.
 * @returns 'waiting' while Stripe cannot be asked: the webhook books it later
 */
export async function finishRenewal(
  platform: Platform,
  clubCode: string | null,
  sessionId: string,
): Promise<RenewalEnd> {
  const order = await findCheckout(platform.control, sessionId);
  const owner = order && (await clubOfSignup(platform, order.signup_id));
  if (!order?.renews || !clubCode || owner !== clubCode) return "open";
  try {
    const { state } = await completeCheckout(platform, sessionId);
    return state === "unknown" ? "open" : state;
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ session: sessionId, err: error }, "a renewal could not be looked up");
    return "waiting";
  }
}

async function clubOfSignup({ control }: Platform, signupId: string): Promise<string | null> {
  const row = await control
    .selectFrom("signups")
    .select("club_code")
    .where("id", "=", signupId)
    .executeTakeFirst();
  return row?.club_code ?? null;
}
