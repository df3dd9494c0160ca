import type { MemberRole, Role, SupportRole } from "#app/permissions/club-permissions.ts";
import type { Assignment, TeamScope } from "./staff.ts";

/**
 * User of a club, with what pages and domain functions need. Platform staff who act for the club have no account in it,
 * so code that stores an author has to decide what it stores for them.
 */
export type ClubUser = ClubMember | ActingStaff;

/** Member of the platform's staff who acts for the club for a while (product/support.md#acting-for-a-club). */
export interface ActingStaff {
  accountId: null;
  /** Id among the platform's staff, for the audit logs. */
  staffId: string;
  /** Name as the club reads it: 'Dana, Goodside support'. */
  name: string;
  email: null;
  role: SupportRole;
  assignments: [];
  /** Change made by this address's form, in words for the club's audit log. */
  changes: string;
  /** The id of what this address is about, such as a team; null for a list or a new one. */
  about: string | null;
}

/** The signed-in user of a club's own. */
export interface ClubMember {
  accountId: string;
  name: string;
  /** null for the club's own account, which signs in with the club code. */
  email: string | null;
  /**
   * Role in the club: names the user, and decides what the menu offers. Permissions in a team are checked by team:
   * `roleInTeam`.
   */
  role: MemberRole;
  /** The teams on whose staff they are; an administrator may be on some too. */
  assignments: Assignment[];
}

/**
 * Returns every role that a user has anywhere in the club, the one that names them first
 * (product/teams.md#permissions).
 */
export function rolesOf({ role, assignments }: { role: Role; assignments: readonly Assignment[] }): Role[] {
  const held = new Set<Role>([role, ...assignments.map((own) => staffRoles[own.role])]);
  return [...held];
}

/** Tells whether platform staff act for the club: they have the same role in every team. */
export const isActing = (user: ClubUser): user is ActingStaff => user.accountId === null;

const staffRoles = { manager: "team_manager", coach: "coach" } as const satisfies Record<
  Assignment["role"],
  Role
>;

/**
 * Returns a user's role in one team: administrator in all, otherwise manager before coach; null in a team of others
 * (product/teams.md#permissions).
 */
export function roleInTeam(user: ClubUser, teamId: string): Role | null {
  if (user.role === "club_admin" || isActing(user)) return user.role;
  const roles = user.assignments.filter((own) => own.teamId === teamId).map(({ role }) => staffRoles[role]);
  return roles.find((role) => role === "team_manager") ?? roles[0] ?? null;
}

/** Returns the user as a reader of ratings: administrators see also what is sealed (product/ratings.md#blind). */
export function viewerOf({ accountId, role }: ClubUser): { accountId: string; admin: boolean } {
  // Staff who act for the club have no account there: sealed results stay sealed for them.
  return { accountId: accountId ?? "", admin: role === "club_admin" };
}

/**
 * Returns the teams whose pages a user may open: all for administrators and acting staff, otherwise the assigned ones.
 */
export function teamScope(user: ClubUser): TeamScope {
  return user.role === "club_admin" || isActing(user)
    ? "all"
    : [...new Set(user.assignments.map(({ teamId }) => teamId))];
}

/** Tells whether a user may open a team's pages. */
export function reachesTeam(user: ClubUser, teamId: string): boolean {
  return roleInTeam(user, teamId) !== null;
}

/**
 * Tells whether a user manages a team: administrators manage all, others the teams they are assigned to as manager
 * (product/teams.md#permissions).
 */
export function managesTeam(user: ClubUser, teamId: string): boolean {
  const role = roleInTeam(user, teamId);
  return role === "club_admin" || role === "team_manager";
}

/** Returns the teams that a user manages: all for administrators. */
export function managedTeams(user: ClubUser): TeamScope {
  if (user.role === "club_admin") return "all";
  return user.assignments.filter(({ role }) => role === "manager").map(({ teamId }) => teamId);
}

/** Returns the sides that a user rates for a team: coaches as coach, managers as manager, some as both. */
export function ratingSides(user: ClubUser, teamId: string): ("coach" | "manager")[] {
  const roles = user.assignments.filter((assignment) => assignment.teamId === teamId).map(({ role }) => role);
  return (["coach", "manager"] as const).filter((side) => roles.includes(side));
}
