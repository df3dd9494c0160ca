import type { InviteAdminProblem } from "./admin-invitations.server.ts";

/** Returns why an invitation of an administrator is refused, at the email's field. */
export const inviteAdminProblemLabels = (email: string): Record<InviteAdminProblem, string> => ({
  "already-administrator": `${email} is already an administrator of your club.`,
  "already-invited": `${email} is already invited as an administrator. Open the person in the list to resend the invitation.`,
});

/** Messages for an administrator who is not removed. */
export const endAdminProblemLabels = {
  "last-administrator":
    "This is the last administrator who can sign in. Invite another one first, or set the password of the club's own sign-in.",
  "own-account": "The club's own sign-in stays: it is how your club always gets in.",
} as const;
