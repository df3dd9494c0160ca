import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { latestCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { findSubscription } from "#app/domain/control/billing/subscriptions.server.ts";
import {
  isRenewable,
  nextTermStart,
  renewableFrom,
  termFrom,
} from "#app/domain/control/clubs/club-access.ts";
import { attemptsOfClub, signupOfClub } from "#app/domain/control/signup/signups.server.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { openPayment, type PaymentStart } from "./start-payment.server.ts";

/** What the renewal page shows; days are in the club's zone (product.md#term). */
export interface Renewal {
  /** Whether a payment can be opened now. */
  renewable: boolean;
  /** The day from which it can. */
  from: string;
  plan: string;
  price: string;
  starts: string;
  ends: string;
  attempt: number;
}

/** The next year of a club, at today's price of its package. */
export async function describeRenewal(control: ControlDb, club: ClubsTable): Promise<Renewal> {
  const at = now();
  const attempt = await attemptsOfClub(control, club.code);
  const plan = planOf(club.plan);
  const term = termFrom(nextTermStart(club.term_ends_at, at));
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    renewable: isRenewable(club.term_ends_at, at),
    from: day(renewableFrom(club.term_ends_at)),
    plan: `${plan.name}, ${plan.description.toLowerCase()}`,
    price: formatPrice(plan.priceCents),
    starts: day(term.starts),
    ends: day(term.ends),
    attempt,
  };
}

/**
 * Opens the payment page of a club's next year.
 * @param start.cancelPath where Stripe's page leads back to without a payment
 */
export async function startRenewal(
  control: ControlDb,
  club: ClubsTable,
  start: { shownAttempt: number; browserHash: string; cancelPath: string },
): Promise<PaymentStart> {
  const at = now();
  if (!isRenewable(club.term_ends_at, at)) return { ok: false, problem: "not-ready" };
  const signup = await inTransaction(control, (tx) => signupOfClub(tx, club, at));
  const before = await latestCheckout(control, signup.id);
  const booked = before ? await findSubscription(control, before.session_id) : null;
  return openPayment(control, {
    ...start,
    signupId: signup.id,
    attempt: signup.attempt,
    plan: planOf(club.plan),
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
    // The year before was paid through a page of the same sign-up: that is no second payment.
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
