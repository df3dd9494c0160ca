import type { Platform } from "#app/db/storage/platform.server.ts";
import { checkoutsOfBrowser } from "#app/domain/control/billing/checkouts.server.ts";
import { currentSetupPath } from "#app/domain/control/links/link-addresses.server.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { completeCheckout } from "#app/journeys/billing/complete-checkout.server.ts";
import { log } from "#app/observability/log.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { deliveryOf } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

export type SignupResult =
  /** This browser paid nothing. */
  | { state: "not-found" }
  /** Its Checkout session is not finished. */
  | { state: "unpaid" }
  /** Stripe is unavailable. */
  | { state: "waiting" }
  /** Paid, but not the price: staff look at it first. */
  | { state: "held" }
  | {
      state: "ready" | "on-its-way" | "failed";
      /** True if the club may sign in. */
      open: boolean;
      club: { code: string; name: string; contactName: string; email: string };
      /** The path of the setup link while it works. */
      setupPath: string | null;
      passwordSet: boolean;
      /** This payment was a second one and goes back. */
      refunded: boolean;
      /** True if the welcome mail bounced. */
      undelivered: boolean;
    };

/**
 * Loads the outcome of a sign-up for the browser that paid it. Completes the Checkout if neither the webhook nor an
 * earlier visit has done so.
 * @param which from the address: Stripe's session, or the code of one of the browser's clubs
 */
export async function findSignupResult(
  platform: Platform,
  browserHash: string | null,
  which: { sessionId: string | null; code: string | null },
): Promise<SignupResult> {
  const own = browserHash ? await findPaid(platform, browserHash, which) : undefined;
  if (!browserHash || !own) return { state: "not-found" };
  if (own.payment && own.clubStatus !== "creating") return resultOf(platform, own);
  try {
    const { state } = await completeCheckout(platform, own.sessionId);
    if (state === "held") return { state };
    if (state === "open" || state === "unknown") return { state: "unpaid" };
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ session: own.sessionId, err: error }, "a payment could not be looked up");
    return { state: "waiting" };
  }
  const done = await findPaid(platform, browserHash, { sessionId: own.sessionId, code: null });
  return done ? resultOf(platform, done) : { state: "not-found" };
}

type Paid = Awaited<ReturnType<typeof checkoutsOfBrowser>>[number];

async function findPaid(
  { control }: Platform,
  browserHash: string,
  { sessionId, code }: { sessionId: string | null; code: string | null },
): Promise<Paid | undefined> {
  const own = await checkoutsOfBrowser(control, browserHash);
  if (sessionId) return own.find((signup) => signup.sessionId === sessionId);
  return (
    own.find((signup) => code && signup.code === code.toLowerCase()) ??
    own.find((signup) => signup.code) ??
    own[0]
  );
}

async function resultOf({ control }: Platform, paid: Paid): Promise<SignupResult> {
  const { code, name, contactName, email, payment, clubStatus } = paid;
  if (!code || !name || !contactName || !email) return { state: "not-found" };
  const club = { code, name, contactName, email };
  const passwordSet = paid.passwordHash !== null;
  const open = clubStatus === "active";
  return {
    state: payment === "processing" ? "on-its-way" : open ? "ready" : "failed",
    open,
    club,
    passwordSet,
    refunded: paid.refundedAt !== null,
    undelivered: isDead(await deliveryOf(control, `welcome:${code}`)),
    setupPath: passwordSet ? null : await currentSetupPath(control, club, now()),
  };
}
