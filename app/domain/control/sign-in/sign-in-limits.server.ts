import { consume, limiter } from "#app/db/limits.server.ts";
import { clientNetwork } from "#app/domain/control/rate-limits/rate-limits.server.ts";

/** 10 failures in 3 minutes lock a name for 15 minutes (product.md#sign-in-limits). */
const NAME_FAILURES = 10;
const NAME_LOCK_SECONDS = 900;
const byName = () => limiter("sign-in-name", { points: NAME_FAILURES, seconds: 180 });
/** 30 failures in 5 minutes lock a client's network for another 5. */
const CLIENT_FAILURES = 30;
const CLIENT_LOCK_SECONDS = 300;
const byClient = () => limiter("sign-in-client", { points: CLIENT_FAILURES, seconds: 300 });
/** Each failure after these slows the answer down a little more. */
const FREE_FAILURES = 3;
const PAUSE_STEP_MS = 250;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Whether a sign-in under this name from this address may go ahead. The attempt is counted before its password is
 * checked, so that a hundred parallel attempts are limited like a hundred in a row. End each attempt with
 * `recordFailedAttempt`, `clearFailedAttempts`, or `cancelAttempt` if the password was never checked.
 */
export async function startSignInAttempt(name: string, ip: string): Promise<boolean> {
  const client = await byClient().get(clientNetwork(ip));
  if ((client?.consumedPoints ?? 0) >= CLIENT_FAILURES) return false;
  return (await consume(byName(), name)) <= NAME_FAILURES;
}

/** Counts a failure, whether or not the name exists; resolves after the delay that it costs. */
export async function recordFailedAttempt(name: string, ip: string): Promise<void> {
  const network = clientNetwork(ip);
  const [named, client] = await Promise.all([byName().get(name), consume(byClient(), network)]);
  const failures = named?.consumedPoints ?? 0;
  // The lock starts at the failure that reaches the limit; the limiter's own would end with its window.
  if (failures >= NAME_FAILURES) await byName().block(name, NAME_LOCK_SECONDS);
  if (client >= CLIENT_FAILURES) await byClient().block(network, CLIENT_LOCK_SECONDS);
  const pause = Math.min(Math.max(0, failures - FREE_FAILURES) * PAUSE_STEP_MS, LONGEST_PAUSE_MS);
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
}

/** Uncounts an attempt that a busy server turned away. */
export async function cancelAttempt(name: string): Promise<void> {
  await byName().reward(name);
}

/** Unlocks a name: after a sign-in or a completed reset. */
export async function clearFailedAttempts(name: string): Promise<void> {
  await byName().delete(name);
}
