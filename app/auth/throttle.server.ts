import { RateLimiterRes } from "rate-limiter-flexible";
import { limiter } from "../db/limits.server.ts";

/** After 10 failures in 3 minutes a name cannot sign in for 15 minutes (security.md 6.3.1; decisions, section 3). */
const NAME_FAILURES = 10;
const byName = () => limiter("sign-in-name", { points: NAME_FAILURES, seconds: 180, blockSeconds: 900 });
/** After 30 failures in 5 minutes an address has to wait. */
const CLIENT_FAILURES = 30;
const byClient = () =>
  limiter("sign-in-client", { points: CLIENT_FAILURES, seconds: 300, blockSeconds: 300 });
/** From the fourth failure on, the answer comes later and later. */
const FREE_FAILURES = 3;
const PAUSE_STEP_MS = 250;
const LONGEST_PAUSE_MS = 1_000;

/** Whether somebody may try to sign in under this name from this address now. */
export async function maySignIn(name: string, ip: string): Promise<boolean> {
  const [named, client] = await Promise.all([byName().get(name), byClient().get(ip)]);
  return (named?.consumedPoints ?? 0) < NAME_FAILURES && (client?.consumedPoints ?? 0) < CLIENT_FAILURES;
}

/** Counts a failed try; resolves after the pause that this failure costs. The name need not exist. */
export async function countFailure(name: string, ip: string): Promise<void> {
  const counts = await Promise.all([consume(byName(), name), consume(byClient(), ip)]);
  const pause = Math.min(Math.max(0, counts[0] - FREE_FAILURES) * PAUSE_STEP_MS, LONGEST_PAUSE_MS);
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
}

/** Forgets the failures of a name: after a sign-in, a completed reset, or by an administrator. */
export async function unlock(name: string): Promise<void> {
  // Nearly always there are none, and a look writes nothing.
  if (await byName().get(name)) await byName().delete(name);
}

/** What the log keeps of a request over such a limit. */
export const THROTTLED = { event: "refused", reason: "throttled" } as const;

/**
 * Counts one use of something limited (reset mails, contact messages, new links).
 * @returns false where the limit is reached.
 */
export async function withinLimit(
  name: string,
  key: string,
  rule: { points: number; seconds: number },
): Promise<boolean> {
  return (await consume(limiter(name, rule), key)) <= rule.points;
}

/** So many sign-ups an hour may one client begin, and so many payment pages open: a whole office behind one address. */
const SIGNUPS = { points: 60, seconds: 3_600 };
const PAYMENTS = { points: 60, seconds: 3_600 };

export const mayBeginSignup = (ip: string) => withinLimit("signup-client", ip, SIGNUPS);
export const mayOpenPayment = (ip: string) => withinLimit("payment-client", ip, PAYMENTS);

async function consume(of: ReturnType<typeof limiter>, key: string): Promise<number> {
  try {
    return (await of.consume(key)).consumedPoints;
  } catch (refused) {
    // The library says 'over the limit' by throwing its result.
    if (refused instanceof RateLimiterRes) return Math.max(refused.consumedPoints, of.points + 1);
    throw refused;
  }
}
