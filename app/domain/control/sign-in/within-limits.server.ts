import {
  cancelAttempt,
  clearFailedAttempts,
  recordFailedAttempt,
  type SignInAttempt,
  startSignInAttempt,
} from "./sign-in-limits.server.ts";

/**
 * Compares a password within the limits of signing in (product/accounts.md#sign-in-limits): counts the attempt before,
 * and its end after.
 * @param compare resolves to null for a wrong password, whether or not the name exists
 * @throws what `compare` throws, such as TooBusy; the attempt then does not count
 */
export async function withinSignInLimits<Match>(
  attempt: SignInAttempt,
  compare: () => Promise<Match | null>,
): Promise<{ ok: true; match: Match } | { ok: false; problem: "locked" | "wrong" }> {
  if (!(await startSignInAttempt(attempt))) return { ok: false, problem: "locked" };
  let match: Match | null;
  try {
    match = await compare();
  } catch (error) {
    await cancelAttempt(attempt);
    throw error;
  }
  if (match === null) {
    await recordFailedAttempt(attempt);
    return { ok: false, problem: "wrong" };
  }
  await clearFailedAttempts(attempt);
  return { ok: true, match };
}

/** Returns when any of a name's accounts last got a password. */
export function latestPasswordOf(accounts: readonly { password_changed_at: string | null }[]): string {
  const moments = accounts.map(({ password_changed_at: at }) => at ?? "");
  return moments.sort().at(-1) ?? "";
}
