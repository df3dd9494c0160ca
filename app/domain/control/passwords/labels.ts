/** Account types whose password can be reset. */
const resetTypes = ["club", "coach", "manager"] as const;

export type ResetType = (typeof resetTypes)[number];

export const readResetType = (text: string | null): ResetType | null =>
  resetTypes.find((type) => type === text) ?? null;

/** Messages for a reset link that opens no form. */
export const resetLinkLabels = {
  unknown: "Invalid or expired reset token",
  expired: "Reset token has expired. Please request a new password reset.",
  missing: "Invalid or missing reset token",
  malformed: "Invalid token format",
} as const;

export const RESET_MAIL_FAILED = "Failed to send password reset email. Please try again or contact support.";
export const RESET_FAILED = "Failed to reset password. Please try again.";

export const noAccountLabel = (type: ResetType) =>
  `No ${type} account found with that email address. Please check your email and try again.`;

export const TOO_MANY_RESETS = "Too many attempts. Please wait an hour, or contact support.";
export const NEW_SETUP_LINK_SENT =
  "If a club has this code, we sent a link to its email address. It can take a minute.";
export const SETUP_FAILED = "Failed to set password. Please try again.";
/** Message at any form that needs a password hashed while the queue for that is full. */
export const TOO_BUSY =
  "Many people are signing in right now. Please wait a few seconds and send this again.";
