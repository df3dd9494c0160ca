import type { StaffHistoryTable } from "#app/db/club/schema.ts";
import type { Role } from "#app/permissions/club-permissions.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import type { Member } from "./staff.server.ts";

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

/** Days for which an invitation is valid (product/teams.md#invitations). */
export const INVITATION_DAYS = 7;
/** A second press of 'Resend' within this time is the first one (product/teams.md#invitations). */
export const RESEND_PAUSE_SECONDS = 60;

/** Returns the moment at which an invitation sent at another expires. */
export function invitationEnds(at: Date): string {
  return new Date(at.getTime() + INVITATION_DAYS * DAY_MS).toISOString();
}

/** Membership state: pending, expired or active (product/teams.md#staff). */
export type StaffState = "pending" | "expired" | "active";

/** Returns the state of a membership at a moment. */
export function staffState(member: { status: string; expiresAt: string }, at: Date): StaffState {
  if (member.status === "active") return "active";
  return member.expiresAt <= at.toISOString() ? "expired" : "pending";
}

/** A period of a team's staff that has ended, as it is stored. */
export type EndedPeriod = Pick<
  StaffHistoryTable,
  "id" | "role" | "coach_role" | "name" | "from_at" | "from_by" | "to_at" | "to_by" | "ending"
>;

/** A period of a team's staff: who was what, from when to when, and by whom (product/teams.md#staff). */
export interface StaffPeriod extends Omit<EndedPeriod, "ending"> {
  /** null while it lasts. */
  ending: EndedPeriod["ending"] | null;
}

/** Lists a team's ended periods and the running ones of its members, the latest first; invitations are not periods. */
export function staffPeriods(ended: readonly EndedPeriod[], members: readonly Member[]): StaffPeriod[] {
  const running = members
    .filter(({ status }) => status === "active")
    .map((member) => ({
      id: member.id,
      role: member.role,
      coach_role: member.coachRole,
      name: member.name,
      from_at: periodStart(member),
      from_by: member.roleBy,
      to_at: null,
      to_by: null,
      ending: null,
    }));
  return [...running, ...ended].sort(
    (a, b) => b.from_at.localeCompare(a.from_at) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}

/** Returns since when a member is what they are: the last change of the role, or joining. */
export const periodStart = (member: Pick<Member, "roleSince" | "joinedAt" | "invitedAt">): string =>
  member.roleSince ?? member.joinedAt ?? member.invitedAt;

/** Viewer of a team's staff: `role` is theirs in that team, not elsewhere (product/teams.md#staff). */
export interface StaffViewer {
  role: Role;
}

/**
 * Tells whether a viewer sees that a person is on a team's staff: coaches see only people who have joined
 * (product/teams.md#staff).
 */
export const seesMember = ({ role }: StaffViewer, { status }: Pick<Member, "status">): boolean =>
  role !== "coach" || status === "active";

/**
 * Tells whether a viewer sees the email address of a coach or manager: administrators always; the team's manager that
 * of people who have joined, and of coaches, whom a manager invites; coaches never (product/teams.md#staff).
 */
export function seesEmailOf(
  { role }: StaffViewer,
  member: Pick<Member, "status"> & { role: Member["role"] },
): boolean {
  if (role === "team_manager") return member.status === "active" || member.role === "coach";
  return role === "club_admin";
}

/**
 * Tells whether a viewer may resend, correct, promote or remove a member, and copy the link: administrators everybody,
 * the team's manager its coaches (product/teams.md#permissions).
 */
export const looksAfter = ({ role }: StaffViewer, member: { role: Member["role"] }): boolean =>
  role === "club_admin" || (role === "team_manager" && member.role === "coach");
