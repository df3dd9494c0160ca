/** What somebody is in a club; a member of staff may be the one in one team and the other in another. */
export const membershipLabels = {
  club_admin: "Administrator",
  staff: "Coach or team manager",
} as const;
