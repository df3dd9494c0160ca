import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { findCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { findSubscription } from "#app/domain/control/billing/subscriptions.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { log } from "#app/observability/log.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { completeCheckout } from "./complete-checkout.server.ts";

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

/** The year that a renewal's payment bought, in days of the club's zone; null where the payment goes back. */
export async function bookedYear(
  control: ControlDb,
  sessionId: string,
): Promise<{ from: string; until: string } | null> {
  const booked = await findSubscription(control, sessionId);
  const club = booked && (await findClub(control, booked.club_code));
  if (!club || booked.refunded_at) return null;
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return { from: day(booked.starts_at), until: day(booked.ends_at) };
}

async function clubOfSignup({ control }: Platform, signupId: string): Promise<string | null> {
  const row = await control
    .selectFrom("signups")
    .select("club_code")
    .where("id", "=", signupId)
    .executeTakeFirst();
  return row?.club_code ?? null;
}
