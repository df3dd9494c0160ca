import { pluralize } from "#app/domain/values/pluralize.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

/** Words of helping others with signing in (product/platform-staff.md#sign-in-help). */
export const signInHelpLabels = {
  unlocked: "The sign-in is unlocked. They can try again now.",
  unlockedTooOften:
    "This sign-in was unlocked five times in an hour. Somebody may be guessing the password: send a reset link instead.",
  unlockedTooOftenHere:
    "This sign-in was unlocked five times in an hour. Somebody may be guessing the password: let them choose a new one at 'Forgot your own password'.",
  codesLocked:
    "Too many wrong codes of the authenticator. It opens by itself in 15 minutes, or when it is unlocked.",
  mailedTooOften:
    "Many links were mailed to this address already. The newest works: ask them to look for it.",
} as const;

export const sessionsEndedText = (ended: number) =>
  ended === 0 ? "Nothing to end: they are signed in nowhere." : `${pluralize(ended, "session")} ended.`;

/** Says how long a lock lasts, and where. */
export function lockedText({ sources, msLeft }: { sources: number; msLeft: number }): string {
  const minutes = Math.max(1, Math.ceil(msLeft / MINUTE_MS));
  const where = sources === 1 ? "from one browser or network" : `from ${sources} browsers or networks`;
  const time = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many wrong passwords ${where}. It opens by itself in ${time}, with a new password, or when it is unlocked.`;
}
