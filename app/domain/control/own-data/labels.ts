/** Messages for an account that is not deleted. */
export const deletionLabels = {
  wrong: "That is not your current password.",
  locked: "Too many attempts. Please wait 15 minutes.",
  "no-person": "The club's own sign-in stays: it is how your club always gets in.",
  "last-admin": "A club would be left without an administrator who can sign in. See above what to do first.",
} as const;
