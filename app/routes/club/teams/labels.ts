import { INVITATIONS_A_DAY } from "#app/domain/club/staff/staff.ts";

export const limitReached = `Your club has sent ${INVITATIONS_A_DAY} invitations in the last 24 hours, which is the limit. Please try again tomorrow.`;
