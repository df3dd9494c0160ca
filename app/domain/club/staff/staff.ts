import { DAY_MS } from "#app/runtime/durations.ts";

/** A team on whose staff a user is, with their role there. */
export interface Assignment {
  teamId: string;
  teamName: string;
  /** Tells teams of one name apart. */
  season: string;
  role: "manager" | "coach";
  coachRole: "head" | "assistant" | null;
}

/** The teams a user may see: all of the club, or a list of ids. */
export type TeamScope = "all" | readonly string[];

export type StaffRole = Assignment["role"];
export type CoachRole = NonNullable<Assignment["coachRole"]>;

/** How long an invitation is valid (product.md#invitations). */
export const INVITATION_DAYS = 7;
/** A second press of 'Resend' within this time is the first one (product.md#invitations). */
export const RESEND_PAUSE_SECONDS = 60;

/** The moment at which an invitation sent at another expires. */
export function invitationEnds(at: Date): string {
  return new Date(at.getTime() + INVITATION_DAYS * DAY_MS).toISOString();
}

/** Membership state: pending, expired or active (product.md#staff). */
export type StaffState = "pending" | "expired" | "active";

/** The state of a membership at a moment. */
export function staffState(member: { status: string; expiresAt: string }, at: Date): StaffState {
  if (member.status === "active") return "active";
  return member.expiresAt <= at.toISOString() ? "expired" : "pending";
}
