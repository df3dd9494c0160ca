import type { Role } from "#app/permissions/club-permissions.ts";
import type { Assignment, TeamScope } from "./staff.ts";

/** The signed-in user, as far as pages and domain functions need to know them. */
export interface ClubUser {
  accountId: string;
  name: string;
  /** null for the club's own account, which signs in with the club code. */
  email: string | null;
  /** Names the user, and decides what the menu offers. What they may do in a team is asked by team: `roleInTeam`. */
  role: Role;
  /** The teams on whose staff they are; an administrator may be on some too. */
  assignments: Assignment[];
}

/** Every role that a user has anywhere in the club, the one that names them first (product.md#permissions). */
export function rolesOf({ role, assignments }: Pick<ClubUser, "role" | "assignments">): Role[] {
  const held = new Set<Role>([role, ...assignments.map((own) => staffRoles[own.role])]);
  return [...held];
}

const staffRoles = { manager: "team_manager", coach: "coach" } as const satisfies Record<
  Assignment["role"],
  Role
>;

/**
 * What a user is in one team: administrator in all, else manager before coach; null in a team of others
 * (product.md#permissions).
 */
export function roleInTeam(user: ClubUser, teamId: string): Role | null {
  if (user.role === "club_admin") return "club_admin";
  const roles = user.assignments.filter((own) => own.teamId === teamId).map(({ role }) => staffRoles[role]);
  return roles.find((role) => role === "team_manager") ?? roles[0] ?? null;
}

/** The user as a reader of ratings: administrators see also what is sealed (product.md#blind). */
export function viewerOf({ accountId, role }: ClubUser): { accountId: string; admin: boolean } {
  return { accountId, admin: role === "club_admin" };
}

/** The teams whose pages a user may open: all for administrators, else those they are assigned to. */
export function teamScope(user: ClubUser): TeamScope {
  return user.role === "club_admin" ? "all" : [...new Set(user.assignments.map(({ teamId }) => teamId))];
}

/** Whether a user may open a team's pages. */
export function reachesTeam(user: ClubUser, teamId: string): boolean {
  return roleInTeam(user, teamId) !== null;
}

/**
 * Whether a user manages a team: administrators manage all, others the teams they are assigned to as manager
 * (product.md#permissions).
 */
export function managesTeam(user: ClubUser, teamId: string): boolean {
  const role = roleInTeam(user, teamId);
  return role === "club_admin" || role === "team_manager";
}

/** The teams that a user manages: all for administrators. */
export function managedTeams(user: ClubUser): TeamScope {
  if (user.role === "club_admin") return "all";
  return user.assignments.filter(({ role }) => role === "manager").map(({ teamId }) => teamId);
}

/** The sides that a user rates for a team: coaches as coach, managers as manager, some as both. */
export function ratingSides(user: ClubUser, teamId: string): ("coach" | "manager")[] {
  const roles = user.assignments.filter((assignment) => assignment.teamId === teamId).map(({ role }) => role);
  return (["coach", "manager"] as const).filter((side) => roles.includes(side));
}
