/** What a member of staff is in one team. */
export interface Assignment {
  teamId: string;
  teamName: string;
  role: "manager" | "coach";
  coachRole: "head" | "assistant" | null;
}

/** The teams a user may see: all of the club, or a list of ids. */
export type TeamScope = "all" | readonly string[];

export type StaffRole = Assignment["role"];
export type CoachRole = NonNullable<Assignment["coachRole"]>;

/** How long an invitation is valid (product.md#invitations). */
export const INVITATION_DAYS = 7;
/** A second press of 'Resend' within this time is the first one. */
export const RESEND_PAUSE_SECONDS = 60;
/** A club sends at most this many invitations in 24 hours: enough for sixty teams on the first evening. */
export const INVITATIONS_A_DAY = 200;
const DAY_MS = 86_400_000;

/** When an invitation that is sent at a moment ends: the same moment 7 days on, in UTC. */
export function invitationEnds(at: Date): string {
  return new Date(at.getTime() + INVITATION_DAYS * DAY_MS).toISOString();
}

/** 'Manager', 'Head Coach', 'Assistant Coach'. */
export function staffTitle({ role, coachRole }: Pick<Assignment, "role" | "coachRole">): string {
  if (role === "manager") return "Manager";
  return coachRole === "assistant" ? "Assistant Coach" : "Head Coach";
}

/** Where somebody stands in a team: waiting for an answer, waited in vain, or there. */
export type StaffState = "pending" | "expired" | "active";

export const staffStateName: Record<StaffState, string> = {
  pending: "Pending",
  expired: "Expired",
  active: "Active",
};

export function staffState(member: { status: string; expiresAt: string }, at: Date): StaffState {
  if (member.status === "active") return "active";
  return member.expiresAt <= at.toISOString() ? "expired" : "pending";
}
