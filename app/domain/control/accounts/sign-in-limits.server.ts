import { isIPv4, isIPv6 } from "node:net";
import { RateLimiterRes } from "rate-limiter-flexible";
import { limiter } from "#app/db/limits.server.ts";

/** After 10 failures in 3 minutes a name is locked for 15 minutes (product.md#sign-in-limits). */
const NAME_FAILURES = 10;
const NAME_LOCK_SECONDS = 900;
const byName = () => limiter("sign-in-name", { points: NAME_FAILURES, seconds: 180 });
/** After 30 failures in 5 minutes an address has to wait as long. */
const CLIENT_FAILURES = 30;
const CLIENT_LOCK_SECONDS = 300;
const byClient = () => limiter("sign-in-client", { points: CLIENT_FAILURES, seconds: 300 });
/** From the fourth failure on, the answer comes later and later. */
const FREE_FAILURES = 3;
const PAUSE_STEP_MS = 250;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Whether somebody may try to sign in under this name from this address now. A try is counted before its password is
 * looked at: a hundred at once are no more than a hundred one after the other. Each ends with `countFailure`,
 * `unlock`, or `takeBack` where the password was not looked at.
 */
export async function maySignIn(name: string, ip: string): Promise<boolean> {
  const client = await byClient().get(networkOf(ip));
  if ((client?.consumedPoints ?? 0) >= CLIENT_FAILURES) return false;
  return (await consume(byName(), name)) <= NAME_FAILURES;
}

/** A try has failed; resolves after the pause that this failure costs. The name need not exist. */
export async function countFailure(name: string, ip: string): Promise<void> {
  const network = networkOf(ip);
  const [named, client] = await Promise.all([byName().get(name), consume(byClient(), network)]);
  const failures = named?.consumedPoints ?? 0;
  // From the failure that fills the measure, not from the first: the limiter's own time would end with its window.
  if (failures >= NAME_FAILURES) await byName().block(name, NAME_LOCK_SECONDS);
  if (client >= CLIENT_FAILURES) await byClient().block(network, CLIENT_LOCK_SECONDS);
  const pause = Math.min(Math.max(0, failures - FREE_FAILURES) * PAUSE_STEP_MS, LONGEST_PAUSE_MS);
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
}

/** A try that came to nothing, because the server was too busy, was none. */
export async function takeBack(name: string): Promise<void> {
  await byName().reward(name);
}

/** Forgets the failures of a name: after a sign-in, a completed reset, or by an administrator. */
export async function unlock(name: string): Promise<void> {
  await byName().delete(name);
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
  return (await consume(limiter(name, rule), networkOf(key))) <= rule.points;
}

/**
 * What is counted as one client: an IPv4 address, or the 64 bits that one line has of IPv6, because whoever has one
 * of those addresses has 2^64 of them. Everything else stays what it is.
 */
export function networkOf(ip: string): string {
  const [address = ""] = ip.split("%");
  const four = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (four && isIPv4(four)) return four;
  if (!isIPv6(address)) return ip;
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  // An IPv4 address at the end stands for two groups.
  const known = groups(`${head}:${tail ?? ""}`).length + (address.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - known).fill("0");
  const first = [...groups(head), ...zeros, ...groups(tail ?? "")].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
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
