import type { Assignment, TeamScope } from "./staff.ts";

export type Role = "club_admin" | "team_manager" | "coach";

/** The signed-in user, as far as pages and domain functions need to know them. */
export interface ClubUser {
  accountId: string;
  name: string;
  /** null for the club's own account, which signs in with the club code. */
  email: string | null;
  role: Role;
  assignments: Assignment[];
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
  const scope = teamScope(user);
  return scope === "all" || scope.includes(teamId);
}

/** Whether a user manages a team: administrators manage all, others the teams they are assigned to as manager (product.md#permissions). */
export function managesTeam(user: ClubUser, teamId: string): boolean {
  return (
    user.role === "club_admin" ||
    user.assignments.some((assignment) => assignment.teamId === teamId && assignment.role === "manager")
  );
}

/** The sides that a user rates for a team: coaches as coach, managers as manager, some as both. */
export function ratingSides(user: ClubUser, teamId: string): ("coach" | "manager")[] {
  const roles = user.assignments.filter((assignment) => assignment.teamId === teamId).map(({ role }) => role);
  return (["coach", "manager"] as const).filter((side) => roles.includes(side));
}
