/** Why the own password was not changed. */
export const ownPasswordLabels = {
  wrong: "That is not your current password.",
  changed: "Your password was changed meanwhile. Enter the new one.",
  locked: "Too many attempts. Please wait 15 minutes.",
} as const;

/** What somebody is in a club; a member of staff may be the one in one team and the other in another. */
export const membershipLabels = {
  club_admin: "Administrator",
  staff: "Coach or team manager",
} as const;
