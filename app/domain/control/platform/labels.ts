/** Words of the pages of platform staff (product/platform-staff.md#platform-staff). */
export const adminLabels = {
  wrong: "Invalid email or password. Please check your credentials.",
  locked: "Too many attempts. Please wait 15 minutes, or reset your password.",
  wrongCode: "That code is not right. Codes change every 30 seconds and work once.",
  keyExpired:
    "That key was shown more than ten minutes ago. Here is a new one: take it into your authenticator app.",
  wrongProof: "That code is not right, or it was used before.",
  wrongRecoveryCode: "That recovery code is not right, or it was used before.",
  codesLocked: "Too many wrong codes. Please wait 15 minutes.",
  wrongSetupKey: "Invalid setup key. Please contact system administrator.",
  tooManyKeys: "Too many attempts. Please wait an hour.",
  registrationFailed: "Registration failed. Please try again.",
  wrongPassword: "That is not your password.",
  lastSuperAdmin: "The last super admin cannot be removed. Invite another one first.",
  lastSuperAdminRole: "The last super admin keeps that role. Give it to somebody else first.",
  roleChanged:
    "Somebody else changed the role meanwhile. This is how it stands now: look at it, then save again.",
  ownRole: "Nobody changes their own role. Ask another super admin.",
  ownPhone:
    "Nobody does this for themselves. Use a recovery code to sign in, or ask another super admin for help.",
  alreadyStaff: "This person is an administrator of the platform already.",
  emailTaken: "This email is an administrator's already. Sign in with it, or use another one.",
  alreadyInvited: "This person is invited already. You can send the invitation again below.",
} as const;

/** Labels by the club's access (product/billing.md#term). */
export const clubStatusLabels = {
  creating: "Being made",
  open: "Active",
  "read-only": "Read-only",
  suspended: "Suspended",
} as const;

export const recoveryCodesLeftText = (left: number) =>
  left === 0
    ? "You have no recovery codes left: get new ones, before you lose your phone."
    : `You have ${left} recovery ${left === 1 ? "code" : "codes"} left.`;

/** Messages of the sign-in page, by the `message` of its address. */
export const adminSignInMessages = {
  registration_success: {
    tone: "good",
    title: "Your admin account is ready",
    text: "Sign in with the email and password that you have just chosen.",
  },
  "password-set": {
    tone: "good",
    title: "Your password is changed",
    text: "Sign in with the new one. Your authenticator is as it was.",
  },
  "code-late": {
    tone: "minor",
    title: "Start again with your password",
    text: "The code has to follow within 5 minutes. Nothing is lost: sign in once more.",
  },
  ended: {
    tone: "minor",
    title: "You are signed out",
    text: "Your session ended: 30 minutes passed without a request, or 12 hours in all, or it was ended elsewhere. What you sent last was not saved. Sign in to go on.",
  },
} as const;

export type AdminSignInMessage = keyof typeof adminSignInMessages;

/** Returns the message that an address names, or null. */
export const adminSignInMessage = (name: string | null): AdminSignInMessage | null =>
  name !== null && Object.hasOwn(adminSignInMessages, name) ? (name as AdminSignInMessage) : null;
