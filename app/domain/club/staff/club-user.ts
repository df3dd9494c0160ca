import type { Assignment, TeamScope } from "./staff.ts";

export type Role = "club_admin" | "team_manager" | "coach";

export const roleName: Record<Role, string> = {
  club_admin: "Club Administrator",
  team_manager: "Team Manager",
  coach: "Coach",
};

/** The signed-in person, as pages and domain functions may know them. */
export interface ClubUser {
  accountId: string;
  name: string;
  /** null for the club's own account, which signs in with the code. */
  email: string | null;
  role: Role;
  assignments: Assignment[];
}

export function teamScope(user: ClubUser): TeamScope {
  return user.role === "club_admin" ? "all" : [...new Set(user.assignments.map(({ teamId }) => teamId))];
}

export function reachesTeam(user: ClubUser, teamId: string): boolean {
  const scope = teamScope(user);
  return scope === "all" || scope.includes(teamId);
}

/** Games of a team are planned by administrators and by the team's own manager; a coach only reads them. */
export function managesGamesOf(user: ClubUser, teamId: string): boolean {
  return (
    user.role === "club_admin" ||
    user.assignments.some((own) => own.teamId === teamId && own.role === "manager")
  );
}

/** The sides on which a user rates a team's games: coaches as coach, managers as manager, some as both. */
export function ratingSides(user: ClubUser, teamId: string): ("coach" | "manager")[] {
  const own = user.assignments.filter((assignment) => assignment.teamId === teamId).map(({ role }) => role);
  return (["coach", "manager"] as const).filter((side) => own.includes(side));
}
