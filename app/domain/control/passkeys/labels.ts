/** Messages for a passkey that was not added or did not sign in. */
export const passkeyLabels = {
  wrong: "That is not your current password.",
  locked: "Too many attempts. Please wait 15 minutes.",
  "too-many": "You have ten passkeys. Remove one that you no longer use first.",
  stale: "This page was open for too long, or its button was used before. Please try again.",
  refused: "Your device's answer could not be verified. Please try again, or sign in with your password.",
  unknown: "This passkey is not known here any more. Sign in with your password.",
  merged: "This account is now part of another one of yours. Sign in with that one’s email and password.",
  throttled: "Too many attempts. Please wait 5 minutes.",
} as const;

export type PasskeyProblem = keyof typeof passkeyLabels;
