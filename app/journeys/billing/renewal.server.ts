import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { findCheckout, latestCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { formatPrice, type PlanId } from "#app/domain/control/billing/plans.ts";
import { renewalPlans } from "#app/domain/control/billing/renewal-plans.server.ts";
import { findSubscription } from "#app/domain/control/billing/subscriptions.server.ts";
import {
  isRenewable,
  nextTermStart,
  renewableFrom,
  termFrom,
} from "#app/domain/control/clubs/club-access.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { attemptsOfClub, signupOfClub } from "#app/domain/control/signup/signups.server.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { log } from "#app/observability/log.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { completeCheckout } from "./complete-checkout.server.ts";
import { openPayment, type PaymentStart } from "./start-payment.server.ts";

/** Content of the renewal page; days are in the club's zone (product/billing.md#term). */
export interface Renewal {
  /** True if a payment can be opened now. */
  renewable: boolean;
  /** The day from which it can. */
  from: string;
  /** The packages to choose from, smallest first. */
  plans: { id: PlanId; name: string; price: string; chosen: boolean }[];
  /** The verified number of players, which the smallest of them follows from; null before there is one. */
  players: number | null;
  starts: string;
  ends: string;
  attempt: number;
}

/** Describes the next year of a club, at today's prices of the packages that it may choose. */
export async function describeRenewal(control: ControlDb, club: ClubsTable): Promise<Renewal> {
  const at = now();
  const attempt = await attemptsOfClub(control, club.code);
  const { choices, chosen, players } = await renewalPlans(control, club);
  const term = termFrom(nextTermStart(club.term_ends_at, at));
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    renewable: isRenewable(club.term_ends_at, at),
    from: day(renewableFrom(club.term_ends_at)),
    plans: choices.map(({ id, name, description, priceCents }) => ({
      id,
      name: `${name}, ${description.toLowerCase()}`,
      price: formatPrice(priceCents),
      chosen: id === chosen.id,
    })),
    players,
    starts: day(term.starts),
    ends: day(term.ends),
    attempt,
  };
}

/**
 * Opens the payment page of a club's next year, for the package that it chose.
 * @param start.plan the present package, or the smallest that it may choose, where none was chosen
 * @param start.cancelPath where Stripe's page leads back to without a payment
 * @returns refused for a package that the verified number of players does not fit
 */
export async function startRenewal(
  control: ControlDb,
  club: ClubsTable,
  start: { shownAttempt: number; browserHash: string; cancelPath: string; plan?: PlanId },
): Promise<PaymentStart | { ok: false; problem: "too-small" }> {
  const at = now();
  if (!isRenewable(club.term_ends_at, at)) return { ok: false, problem: "not-ready" };
  const { choices, chosen } = await renewalPlans(control, club);
  const plan = start.plan ? choices.find(({ id }) => id === start.plan) : chosen;
  if (!plan) return { ok: false, problem: "too-small" };
  const signup = await inTransaction(control, (tx) => signupOfClub(tx, club, at));
  const before = await latestCheckout(control, signup.id);
  const booked = before ? await findSubscription(control, before.session_id) : null;
  return openPayment(control, {
    ...start,
    signupId: signup.id,
    attempt: signup.attempt,
    plan,
    details: {
      club_name: club.name,
      contact_name: club.contact_name,
      email: club.email,
      phone: club.phone,
      state: stateOf(club.state),
      city: club.city,
      estimated_players: club.estimated_players,
      description: "",
      agreed_at: signup.agreed_at ?? at.toISOString(),
      agreed_version: signup.agreed_version ?? 0,
    },
    successPath: "/club/billing/renewed?session_id={CHECKOUT_SESSION_ID}",
    renews: true,
    // The year before was paid through a page of the same sign-up: that is not a second payment.
    settled:
      booked?.payment_status === "paid" || booked?.payment_status === "failed"
        ? before?.session_id
        : undefined,
  });
}

function stateOf(code: string) {
  const known = stateCodes.find((state) => state === code);
  if (!known) throw new Error(`There is no state ${code}`);
  return known;
}

export type RenewalEnd = "paid" | "processing" | "failed" | "held" | "open" | "waiting";

/**
 * Checks a renewal's payment for a payer who comes back from Stripe. Another club's session counts as unpaid.
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

/** Loads the year that a renewal's payment bought, in days of the club's zone; null where the payment goes back. */
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
