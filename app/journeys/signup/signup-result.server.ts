import type { Platform } from "#app/db/platform.server.ts";
import { checkoutsOfBrowser } from "#app/domain/control/billing/checkouts.server.ts";
import { currentSetupPath } from "#app/journeys/links/club-links.server.ts";
import { log } from "#app/observability/log.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { completeCheckout } from "./sign-up.server.ts";

export type Success =
  /** This browser paid nothing: it is told nothing. */
  | { state: "nobody" }
  /** Its Checkout is not finished. */
  | { state: "unpaid" }
  /** Stripe could not be asked just now. */
  | { state: "waiting" }
  | {
      state: "ready" | "on-its-way" | "failed";
      /** active: it may sign in. */
      open: boolean;
      club: { code: string; name: string; contactName: string; email: string };
      /** The password setup's path while its link is valid. */
      setupPath: string | null;
      passwordSet: boolean;
    };

/**
 * What the success page may show to a browser: only what was paid in it. Completes the Checkout by an own look at
 * Stripe where neither webhook nor an earlier visit has done so.
 * @param which from the address: the session that Stripe names, or one of the browser's own clubs.
 */
export async function findSignupResult(
  platform: Platform,
  browserHash: string | null,
  which: { sessionId: string | null; code: string | null },
): Promise<Success> {
  const own = browserHash ? await pick(platform, browserHash, which) : undefined;
  if (!browserHash || !own) return { state: "nobody" };
  if (own.payment && own.clubStatus !== "creating") return show(platform, own);
  try {
    const { state } = await completeCheckout(platform, own.sessionId);
    if (state === "open" || state === "unknown") return { state: "unpaid" };
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ session: own.sessionId, err: error }, "a payment could not be looked up");
    return { state: "waiting" };
  }
  const done = await pick(platform, browserHash, { sessionId: own.sessionId, code: null });
  return done ? show(platform, done) : { state: "nobody" };
}

type Paid = Awaited<ReturnType<typeof checkoutsOfBrowser>>[number];

async function pick(
  { control }: Platform,
  browserHash: string,
  { sessionId, code }: { sessionId: string | null; code: string | null },
): Promise<Paid | undefined> {
  const own = await checkoutsOfBrowser(control, browserHash);
  if (sessionId) return own.find((each) => each.sessionId === sessionId);
  return (
    own.find((each) => code && each.code === code.toLowerCase()) ?? own.find((each) => each.code) ?? own[0]
  );
}

async function show({ control }: Platform, paid: Paid): Promise<Success> {
  const { code, name, contactName, email, payment, clubStatus } = paid;
  if (!code || !name || !contactName || !email) return { state: "nobody" };
  const club = { code, name, contactName, email };
  const passwordSet = paid.passwordHash !== null;
  const open = clubStatus === "active";
  return {
    state: payment === "processing" ? "on-its-way" : open ? "ready" : "failed",
    open,
    club,
    passwordSet,
    setupPath: passwordSet ? null : await currentSetupPath(control, club, now()),
  };
}
