/** Words of the pages of platform staff (product.md#platform-staff). */
export const adminLabels = {
  wrong: "Invalid email or password. Please check your credentials.",
  locked: "Too many attempts. Please wait 15 minutes, or reset your password.",
  wrongCode: "That code is not right. Codes change every 30 seconds and work once.",
  wrongRecoveryCode: "That recovery code is not right, or it was used before.",
  codesLocked: "Too many wrong codes. Please wait 15 minutes.",
  wrongSetupKey: "Invalid setup key. Please contact system administrator.",
  tooManyKeys: "Too many attempts. Please wait an hour.",
  registrationFailed: "Registration failed. Please try again.",
  wrongPassword: "That is not your password.",
  lastSuperAdmin: "The last super admin cannot be removed. Invite another one first.",
  alreadyStaff: "This person is an administrator of the platform already.",
  alreadyInvited: "This person is invited already. You can send the invitation again below.",
} as const;
