/** Messages for a refused sign-in: never which of the two fields was wrong. */
export const signInLabels = {
  "wrong-email": "Invalid email or password for coach/manager account.",
  "wrong-code": "Invalid club code or password.",
  locked: "Too many failed sign-ins. Wait 15 minutes and try again, or reset your password.",
} as const;

/** Messages of the closed beta gate. */
export const betaLabels = {
  wrong: "That access code is not right. Check your invitation, or contact us.",
  locked: "Too many attempts. Please wait an hour, or contact us.",
} as const;

export type SignInProblem = keyof typeof signInLabels;
