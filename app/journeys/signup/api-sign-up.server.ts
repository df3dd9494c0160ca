import { env } from "#app/config/env.server.ts";
import type { PlanId } from "#app/db/control/money-tables.ts";
import { checkoutsOfBrowser } from "#app/domain/control/billing/checkouts.server.ts";
import { TOO_MANY_PAYMENTS } from "#app/domain/control/billing/labels.ts";
import { largerPlanNeeded, planIds, planOf } from "#app/domain/control/billing/plans.ts";
import { mayOpenPayment, mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { SignupDetails } from "#app/domain/control/signup/forms.server.ts";
import { planTooSmall, TOO_MANY_SIGNUPS } from "#app/domain/control/signup/labels.ts";
import { findSameClub } from "#app/domain/control/signup/same-club.server.ts";
import { detailsFrom, findOpenSignup, saveSignup } from "#app/domain/control/signup/signups.server.ts";
import { confirmationOf } from "#app/domain/control/signup/signups.ts";
import { startPayment } from "#app/journeys/billing/start-payment.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

export type ApiSignup =
  | { ok: true; clientSecret: string }
  | { ok: false; problem: "plan-too-small" | "throttled" | "same-club" | "already-paid"; words: string }
  /** Stripe's words where it has any. */
  | { ok: false; problem: "payment-unavailable"; words: string | null };

const SAME_CLUB =
  "A club with this name and state, or this email, signed up before. Send otherClub: true if it is another one.";
const ALREADY_PAID = "This sign-up is paid. The club's login code is on its way by email.";

/** Returns the plan of a price's id at Stripe, or of a plan's own name: from our table, whatever the client says. */
export const planOfPrice = (priceId: string): PlanId | null =>
  planIds.find((id) => id === priceId || env().stripe.prices[id] === priceId) ?? null;

/**
 * Signs a club up from a program's own page: the rules, limits and rows of the form, and a secret with which that page
 * finishes the payment (product/api.md#json-calls). The same details sent twice are one sign-up and one payment.
 */
export async function startApiSignup(
  { control, client }: PublicContext,
  details: SignupDetails,
  { otherClub }: { otherClub: boolean },
): Promise<ApiSignup> {
  const larger = largerPlanNeeded(details.plan, details.estimatedPlayers);
  if (larger)
    return { ok: false, problem: "plan-too-small", words: planTooSmall(planOf(details.plan), larger) };
  const { agreedToTerms: _, ...typed } = details;
  // Instead of a browser's secret: who does not know every detail of a sign-up does not reach it.
  const browserHash = hashOf(`api sign-up:${JSON.stringify([typed, otherClub])}`);
  const open = await findOpenSignup(control, browserHash);
  if (
    !(await mayUse("signup-details-client", client.ip)) ||
    !(open || (await mayUse("signup-client", client.ip)))
  )
    return { ok: false, problem: "throttled", words: TOO_MANY_SIGNUPS };
  if (!open && (await checkoutsOfBrowser(control, browserHash)).some(({ code }) => code !== null))
    return { ok: false, problem: "already-paid", words: ALREADY_PAID };
  const confirmed = otherClub ? { other_club: confirmationOf(namesOf(details)) } : {};
  if (!open) await saveSignup(control, browserHash, { ...detailsFrom(details), ...confirmed });
  const signup = open ?? (await findOpenSignup(control, browserHash));
  if (!signup) return { ok: false, problem: "already-paid", words: ALREADY_PAID };
  if (await findSameClub(control, signup)) return { ok: false, problem: "same-club", words: SAME_CLUB };
  if (!(await mayOpenPayment(client.ip)))
    return { ok: false, problem: "throttled", words: `${TOO_MANY_PAYMENTS}.` };
  // Like the second click of a double click: an open payment is the same one.
  const start = await startPayment(control, signup, {
    shownAttempt: Math.max(0, signup.attempt - 1),
    page: "own",
  });
  if (start.ok && start.clientSecret) return { ok: true, clientSecret: start.clientSecret };
  if (!start.ok && start.problem === "already-paid")
    return { ok: false, problem: "already-paid", words: ALREADY_PAID };
  const words = !start.ok && start.problem === "no-payment-page" ? start.message : null;
  return { ok: false, problem: "payment-unavailable", words };
}

const namesOf = ({ clubName, state, email }: SignupDetails) => ({ club_name: clubName, state, email });
