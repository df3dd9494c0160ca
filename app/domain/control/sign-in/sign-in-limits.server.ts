import { randomInt } from "node:crypto";
import { consume, consumeInTurn, giveBack, limiter, uncount } from "#app/db/storage/limits.server.ts";
import { clientNetwork } from "#app/runtime/client-network.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * 10 failures in 3 minutes under one name from one source lock that pair for 15 minutes
 * (product/accounts.md#sign-in-limits).
 */
const SOURCE_FAILURES = 10;
const SOURCE_LOCK_SECONDS = 900;
const bySource = () => limiter("sign-in-source", { points: SOURCE_FAILURES, seconds: 180 });
/** 30 failures in 5 minutes, under any names, lock a client's network for another 5. */
const CLIENT_FAILURES = 30;
const CLIENT_LOCK_SECONDS = 300;
const byClient = () => limiter("sign-in-client", { points: CLIENT_FAILURES, seconds: 300 });
const failuresOfClient = () => limiter("sign-in-client-failed", { points: CLIENT_FAILURES, seconds: 300 });
/** Counts strangers' tries under one name, from all networks; exceeding it only causes a pause. */
const byName = () => limiter("sign-in-name", { points: SOURCE_FAILURES, seconds: SOURCE_LOCK_SECONDS });

/** Tries under one name that cost no pause; each further one waits a step longer. */
const FREE_TRIES = 3;
const PAUSE_STEP_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
/** Longest pause, which only several networks together reach. */
const LONGEST_PAUSE_UNDER_ATTACK_MS = 4_000;

/** Wait for one of a client's tries to succeed, when there are more than failures are left, as on a match day. */
const TURN_MS = 60;
const TURNS = 40;

/** Attempt to sign in: the name, and where it comes from. */
export interface SignInAttempt {
  /** The club code or email, in lower case. */
  name: string;
  /** Newest password change among the accounts of that name, or '': a new password resets every count. */
  passwordSince: string;
  ip: string;
  /** The mark of a browser that has signed in to this account before, or null for a stranger. */
  browser: string | null;
}

/** Returns the counter of locked names: at how many sources, until the last lock ends. For display only. */
const lockedNames = () =>
  limiter("sign-in-locked", { points: SOURCE_FAILURES, seconds: SOURCE_LOCK_SECONDS });
/** A number that each unlocking draws anew: part of what failures are counted under, for longer than any lock lasts. */
const UNLOCK_SECONDS = 4 * SOURCE_LOCK_SECONDS;
const unlockedNames = () => limiter("sign-in-unlocked", { points: 1, seconds: UNLOCK_SECONDS });

/** Current locks of a name: number of sources, and the time left of the longest. */
export interface SignInLock {
  sources: number;
  msLeft: number;
}

/**
 * Returns the locks of an account's names (product/platform-staff.md#sign-in-help); null without any.
 * @param passwordSince a lock from before the newest password does not count
 */
export async function signInLock(
  names: readonly string[],
  passwordSince: string | null,
): Promise<SignInLock | null> {
  const counts = await Promise.all(names.map((name) => lockedNames().get(name)));
  const newest = passwordSince ? Date.parse(passwordSince) : 0;
  const locks = counts.flatMap((count) => {
    if (!count || count.msBeforeNext <= 0) return [];
    const since = now().getTime() + count.msBeforeNext - SOURCE_LOCK_SECONDS * 1000;
    return since < newest ? [] : [{ sources: count.consumedPoints, msLeft: count.msBeforeNext }];
  });
  if (locks.length === 0) return null;
  return {
    sources: locks.reduce((sum, { sources }) => sum + sources, 0),
    msLeft: Math.max(...locks.map(({ msLeft }) => msLeft)),
  };
}

/** Resets every count under these names, everywhere. A network's own lock stays: it belongs to no name. */
export async function unlockSignIn(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await unlockedNames().set(name, randomInt(1, 2 ** 31), UNLOCK_SECONDS);
    await lockedNames().delete(name);
  }
}

/** Returns the key of a name's failures; a new password and unlocking change it. */
const nameBy = ({ name, passwordSince }: SignInAttempt, unlocked: number): string =>
  unlocked > 0 ? `${name} ${passwordSince} ${unlocked}` : `${name} ${passwordSince}`;
const unlockingOf = ({ name }: SignInAttempt) => ({ of: unlockedNames(), key: name });
/** Returns the key of a try's source, a known browser or a network: only from there is a name ever locked. */
const sourceOf = (name: string, { browser, ip }: SignInAttempt) => `${name} ${browser ?? clientNetwork(ip)}`;

/**
 * Tells whether an attempt may go ahead; resolves after the pause that it costs. Everything is counted before a
 * password is looked at, so that a hundred attempts at once are limited like a hundred in a row. End each attempt that
 * may go ahead with `recordFailedAttempt`, `clearFailedAttempts`, or `cancelAttempt` if the password was never looked
 * at.
 */
export async function startSignInAttempt(attempt: SignInAttempt): Promise<boolean> {
  let name = "";
  const [ofSource = 0, ofClient = 0, ofName] = await consumeInTurn(unlockingOf(attempt), (unlocked) => {
    name = nameBy(attempt, unlocked);
    return [{ of: bySource(), key: sourceOf(name, attempt) }, ...ofStranger(name, attempt)];
  });
  if (ofSource > SOURCE_FAILURES) return false;
  if (attempt.browser) {
    await pause(pauseBefore(ofSource));
    return true;
  }
  if (ofClient > CLIENT_FAILURES && !(await takeTurn(clientNetwork(attempt.ip)))) {
    await giveBack(bySource(), sourceOf(name, attempt));
    return false;
  }
  await pause(pauseBefore(ofName ?? (await consume(byName(), name))));
  return true;
}

/**
 * Waits for the turn of a client's try that was one too many. Its tries in flight may be more than the failures that it
 * has left, where a whole office signs in at once: those wait until others have succeeded.
 */
async function takeTurn(network: string): Promise<boolean> {
  for (let turn = 0; ; turn += 1) {
    await giveBack(byClient(), network);
    const failures = (await failuresOfClient().get(network))?.consumedPoints ?? 0;
    if (failures >= CLIENT_FAILURES || turn === TURNS) return false;
    await wait(TURN_MS * (0.5 + Math.random()));
    if ((await consume(byClient(), network)) <= CLIENT_FAILURES) return true;
  }
}

/** Returns how long the n-th try under one name waits before its password is looked at, in milliseconds. */
export function pauseBefore(tries: number): number {
  if (tries <= SOURCE_FAILURES)
    return Math.min(Math.max(0, tries - FREE_TRIES) * PAUSE_STEP_MS, LONGEST_PAUSE_MS);
  const more = (tries - SOURCE_FAILURES) * PAUSE_STEP_MS;
  return Math.min(LONGEST_PAUSE_MS + more, LONGEST_PAUSE_UNDER_ATTACK_MS);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const pause = (ms: number) => (ms > 0 ? wait(ms) : undefined);

/** Locks the name for this source, or the client, from the failure on that reaches the limit. */
export async function recordFailedAttempt(attempt: SignInAttempt): Promise<void> {
  const unlocked = (await unlockedNames().get(attempt.name))?.consumedPoints ?? 0;
  const source = sourceOf(nameBy(attempt, unlocked), attempt);
  const failures = (await bySource().get(source))?.consumedPoints ?? 0;
  // The limiter's own lock would end with its window.
  if (failures >= SOURCE_FAILURES) {
    await bySource().block(source, SOURCE_LOCK_SECONDS);
    const sources = (await lockedNames().get(attempt.name))?.consumedPoints ?? 0;
    await lockedNames().set(attempt.name, sources + 1, SOURCE_LOCK_SECONDS);
  }
  if (attempt.browser) return;
  const network = clientNetwork(attempt.ip);
  if ((await consume(failuresOfClient(), network)) < CLIENT_FAILURES) return;
  await failuresOfClient().block(network, CLIENT_LOCK_SECONDS);
  await byClient().block(network, CLIENT_LOCK_SECONDS);
}

/** Uncounts an attempt that a busy server turned away. */
export const cancelAttempt = (attempt: SignInAttempt): Promise<void> =>
  uncount(unlockingOf(attempt), (unlocked) => {
    const name = nameBy(attempt, unlocked);
    return { all: [], one: [{ of: bySource(), key: sourceOf(name, attempt) }, ...ofStranger(name, attempt)] };
  });

/** Forgets, after a sign-in, the failures of this source, and uncounts this try. */
export const clearFailedAttempts = (attempt: SignInAttempt): Promise<void> =>
  uncount(unlockingOf(attempt), (unlocked) => {
    const name = nameBy(attempt, unlocked);
    return { all: [{ of: bySource(), key: sourceOf(name, attempt) }], one: ofStranger(name, attempt) };
  });

/** Returns the additional key that a stranger's try counts under. */
const ofStranger = (name: string, { browser, ip }: SignInAttempt) =>
  browser
    ? []
    : [
        { of: byClient(), key: clientNetwork(ip) },
        { of: byName(), key: name },
      ];
