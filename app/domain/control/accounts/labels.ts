import { pluralize } from "#app/domain/values/pluralize.ts";

/** Messages when the user's own password was not changed. */
export const ownPasswordLabels = {
  wrong: "That is not your current password.",
  changed: "Your password was changed meanwhile. Enter the new one.",
  locked: "Too many attempts. Please wait 15 minutes.",
} as const;

/**
 * Masks an address, but tells two people of one name apart, until a reason is given
 * (product/platform-staff.md#staff-search).
 */
export const veiledEmail = (email: string) => email.replace(/^(.).*@/u, "$1…@");

export const membershipLabels = {
  club_admin: "Administrator",
  staff: "Coach or team manager",
} as const;

/** Messages when no new address was asked for. */
export const ownEmailLabels = {
  wrong: "That is not your current password.",
  same: "That is your address already.",
  locked: "Too many attempts. Please wait 15 minutes.",
  often: "You asked for this three times within an hour. Please wait before you try again.",
  "no-email": "This account's address is the club's. Change it in the club's settings.",
} as const;

/** Names what was signed out. */
export function endedLabel({ sessions, tokens }: { sessions: number; tokens: number }): string {
  const ended = [
    ...(sessions > 0 ? [pluralize(sessions, "session")] : []),
    ...(tokens > 0 ? [pluralize(tokens, "API token")] : []),
  ];
  return ended.length === 0 ? "That session had ended." : `${ended.join(" and ")} ended.`;
}

/** Messages for a refused change of the user's own account. */
export const ownAccountLabels = {
  clubs: "This sign-in's name and phone are the club's. Change them in Club Settings.",
} as const;
