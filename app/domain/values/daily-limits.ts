/** Most invitations of a club in 24 hours: enough for sixty teams on the first evening. */
export const INVITATIONS_A_DAY = 200;
